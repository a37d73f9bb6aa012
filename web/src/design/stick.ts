// A list that grows at its end shows the newest to whoever is at the end, and leaves alone who reads further up.

export function stick(list: HTMLElement): () => void {
  let end = true;
  const look = (): void => void (end = list.scrollHeight - list.scrollTop - list.clientHeight < 48);
  const down = (): void => void (end && (list.scrollTop = list.scrollHeight));
  const grown = new MutationObserver(down);
  grown.observe(list, { childList: true, subtree: true });
  list.addEventListener("scroll", look);
  down();
  return () => {
    grown.disconnect();
    list.removeEventListener("scroll", look);
  };
}
