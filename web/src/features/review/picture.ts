// A review, a puzzle or a day's table as a picture to show: game and day, who, how it went, the address.
import { curve, type Point } from "./curve";

export type Card = {
  title: string;
  when: string;
  names: string;
  figures: string;
  moment: string;
  points?: readonly Point[];
  heading?: string;
  moves?: number;
  also?: readonly number[];
  result?: string;
  address: string;
  /** Instead of a curve: how everyone did. */
  bars?: readonly { label: string; n: number; you: boolean }[];
};
const SIZE = { width: 1200, height: 630 };
const EDGE = 56;
const ACROSS = SIZE.width - 2 * EDGE;
const CURVE = { top: 220, width: ACROSS - 110, height: 180 };

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

function draw(pen: CanvasRenderingContext2D, card: Card): void {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => {
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = `var(${name})`;
    const found = getComputedStyle(probe).color;
    probe.remove();
    return found;
  };
  const [page, ink, muted, action] = ["--surface", "--ink", "--muted", "--action"].map(colour) as [
    string,
    string,
    string,
    string,
  ];
  const [head, body] = [style.getPropertyValue("--head"), style.getPropertyValue("--body")];
  const write = (text: string, x: number, y: number, font: string, fill: string, most = ACROSS): void => {
    pen.font = font;
    pen.fillStyle = fill;
    pen.fillText(text, x, y, most);
  };
  pen.fillStyle = page;
  pen.fillRect(0, 0, SIZE.width, SIZE.height);
  pen.fillStyle = action;
  pen.fillRect(0, 0, SIZE.width, 12);
  write(card.title, EDGE, 84, `48px ${head}`, ink, 800);
  pen.textAlign = "right";
  write(`Tepui · ${card.when}`, SIZE.width - EDGE, 80, `24px ${body}`, muted);
  write(card.heading ?? "", SIZE.width - EDGE, 176, `24px ${body}`, muted);
  pen.textAlign = "left";
  write(card.names, EDGE, 130, `28px ${body}`, ink);
  write(card.figures, EDGE, 176, `bold 30px ${body}`, action);
  if (card.points) {
    const line = curve(card.points, card.moves ?? 1, CURVE.width, CURVE.height, card.also);
    pen.translate(EDGE, CURVE.top);
    pen.lineWidth = 2;
    pen.strokeStyle = muted;
    pen.setLineDash([3, 8]);
    pen.stroke(new Path2D(`M0 ${line.y(0)}H${CURVE.width}`));
    pen.setLineDash([]);
    pen.lineWidth = 4;
    pen.strokeStyle = ink;
    pen.stroke(new Path2D(line.path));
    const end = line.y(card.points.at(-1)?.[1] ?? 0);
    pen.fillStyle = ink;
    pen.fill(new Path2D(`M${CURVE.width - 9} ${end}a9 9 0 1 0 18 0a9 9 0 1 0 -18 0`));
    write(card.result ?? "", CURVE.width + 18, end + 10, `bold 30px ${body}`, ink, 92);
    pen.translate(-EDGE, -CURVE.top);
  }
  const [most, step] = [Math.max(1, ...(card.bars ?? []).map(({ n }) => n)), ACROSS / (card.bars?.length || 1)];
  card.bars?.forEach(({ label, n, you }, k) => {
    const [x, high, wide] = [EDGE + k * step, (130 * n) / most, Math.min(90, step - 12)];
    pen.fillStyle = you ? action : muted;
    pen.fillRect(x, 360 - high, wide, high);
    write(`${n}`, x, 350 - high, `bold 22px ${body}`, ink);
    write(you ? `${label} ▲` : label, x, 390, `22px ${body}`, ink, step - 4);
  });
  pen.font = `25px ${body}`;
  wrapped(card.moment, (text) => pen.measureText(text).width < ACROSS)
    .slice(0, 3)
    .forEach((text, k) => write(text, EDGE, 462 + 36 * k, `25px ${body}`, ink));
  write(card.address, EDGE, 598, `24px ${body}`, muted);
}

/** Shown to others by the phone's own list, where it has one; otherwise saved. */
export async function sharePicture(card: Card): Promise<void> {
  const canvas = Object.assign(document.createElement("canvas"), SIZE);
  const pen = canvas.getContext("2d");
  if (!pen) return;
  draw(pen, card);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (!blob) return;
  const files = [new File([blob], "tepui.png", { type: "image/png" })];
  if (navigator.canShare?.({ files }))
    return navigator.share({ files, title: card.title, url: card.address }).catch(() => undefined);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = "tepui.png";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
