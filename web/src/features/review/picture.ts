// A drawing of the page as a picture file: the drawing as it looks here, a title above and a line below.

const SIZE = { width: 1200, height: 630 };
const EDGE = 48;

/** The drawing with its colours written into it, since a picture has no style sheet. */
export function standalone(drawing: SVGSVGElement): string {
  const twin = drawing.cloneNode(true) as SVGSVGElement;
  const here = [...drawing.querySelectorAll<SVGElement>("*")];
  [...twin.querySelectorAll<SVGElement>("*")].forEach((element, k) => {
    const style = getComputedStyle(here[k]!);
    for (const name of ["fill", "stroke", "stroke-width", "font-size", "font-family"])
      element.setAttribute(name, style.getPropertyValue(name));
  });
  twin.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  const box = drawing.viewBox.baseVal;
  twin.setAttribute("width", String(box.width));
  twin.setAttribute("height", String(box.height));
  return new XMLSerializer().serializeToString(twin);
}

/** Breaks a line into those that fit. */
export function wrapped(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const part of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${part}` : part;
    if (lines.length && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

export async function sharePicture(drawing: SVGSVGElement, title: string, line: string): Promise<void> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), SIZE);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  const style = getComputedStyle(document.body);
  pen.fillStyle = style.backgroundColor === "rgba(0, 0, 0, 0)" ? "#fff" : style.backgroundColor;
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = style.color;
  pen.font = `40px ${style.fontFamily}`;
  pen.fillText(title, EDGE, 76, SIZE.width - 2 * EDGE);
  const height = ((SIZE.width - 2 * EDGE) * image.height) / image.width;
  pen.drawImage(image, EDGE, 110, SIZE.width - 2 * EDGE, height);
  pen.font = `24px ${style.fontFamily}`;
  wrapped(line, (text) => pen.measureText(text).width < SIZE.width - 2 * EDGE).forEach((text, k) =>
    pen.fillText(text, EDGE, 140 + height + 34 * k),
  );
  const link = document.createElement("a");
  link.href = canvas.toDataURL("image/png");
  link.download = "tepui-review.png";
  link.click();
}
