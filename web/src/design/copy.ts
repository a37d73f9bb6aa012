// A text into the clipboard; said to be there only when it is.

export async function copied(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  // A table at home has no https, and such a page no clipboard: then as it was done before there was one.
  const field = Object.assign(document.createElement("textarea"), { value: text });
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/** Handed to the device's own list; false: it has none. Someone who closes the list wants nothing more. */
export async function shared(text: string): Promise<boolean> {
  if (!navigator.share) return false;
  return navigator.share({ text }).then(
    () => true,
    (error: unknown) => error instanceof DOMException && error.name === "AbortError",
  );
}
