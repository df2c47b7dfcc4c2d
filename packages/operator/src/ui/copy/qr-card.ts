import { encode } from "uqr";
import { writePdf, type Box } from "./pdf.ts";

/** What a printed card with a QR code says. */
export interface QrCard {
  readonly title: string;
  /** A sentence below the title, or "". */
  readonly text: string;
  readonly url: string;
  /** Colour of the bar at the top, as `#RRGGBB`. */
  readonly accent: string;
}

/** Size of A6 in mm. */
const width = 105;
const height = 148;
/** Side of the QR code in mm, with its white border. */
const codeSize = 76;
const codeTop = 54;
const margin = 10;
const rowOverlap = 0.02;
const dotsPerMm = 300 / 25.4;

/**
 * Draws a card of A6 with a QR code as a PDF (WG-302). The browser draws the texts, because it has
 * letters for every language.
 */
export function drawQrCard(card: QrCard): Promise<Blob> {
  const pixels = [Math.round(width * dotsPerMm), Math.round(height * dotsPerMm)] as const;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: pixels[0],
    height: pixels[1],
  });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser cannot draw.");
  context.scale(pixels[0] / width, pixels[1] / height);
  drawTexts(context, card);
  return writePdf({
    size: [width, height],
    pixels,
    rgba: context.getImageData(0, 0, ...pixels).data,
    boxes: listBoxes(card.url),
    title: card.title,
    link: card.url,
  });
}

/** Draws everything but the code. Lengths are in mm. */
function drawTexts(context: CanvasRenderingContext2D, { title, text, url, accent }: QrCard): void {
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.fillStyle = accent;
  context.fillRect(0, 0, width, 6);
  context.fillStyle = "#1c2125";
  context.textAlign = "center";
  context.textBaseline = "top";
  drawLines(context, title, { weight: 600, size: 8, top: 15, lines: 2 });
  drawLines(context, text, { weight: 400, size: 4.5, top: 37, lines: 3 });
  context.fillStyle = "#4a5258";
  drawLines(context, url.replace(/^https?:\/\//, ""), {
    weight: 400,
    size: 3.6,
    top: 133,
    lines: 2,
  });
}

interface TextLayout {
  readonly weight: number;
  /** Height of the letters in mm. It becomes less if a line is too wide. */
  readonly size: number;
  readonly top: number;
  /** Most lines. */
  readonly lines: number;
}

/** Draws a text in the middle, with smaller letters until it fits. */
function drawLines(context: CanvasRenderingContext2D, text: string, layout: TextLayout): void {
  for (let { size } = layout; ; size *= 0.9) {
    context.font = `${layout.weight} ${size}px system-ui, sans-serif`;
    const lines = breakLines(context, text);
    const isWide = lines.some((line) => context.measureText(line).width > width - 2 * margin);
    if ((isWide || lines.length > layout.lines) && size > 2) continue;
    for (const [n, line] of lines.entries())
      context.fillText(line, width / 2, layout.top + n * size * 1.3, width - 2 * margin);
    return;
  }
}

/** Breaks a text between words, or between any letters if it has no spaces. */
function breakLines(context: CanvasRenderingContext2D, text: string): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=[\s/])/)) {
    const longer = (lines.at(-1) ?? "") + word;
    if (lines.length > 0 && context.measureText(longer).width <= width - 2 * margin)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.trim()).filter((line) => line !== "");
}

/** Returns the dark modules of the code. Those beside each other are one box. */
function listBoxes(url: string): readonly Box[] {
  const { data, size } = encode(url, { ecc: "M", border: 4 });
  const module = codeSize / size;
  return data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1] === true) return [];
      const end = row.indexOf(false, x);
      return {
        x: (width - codeSize) / 2 + x * module,
        y: codeTop + y * module,
        width: (end - x) * module,
        // Rows overlap, so that screens show no lines between them.
        height: module + rowOverlap,
      };
    }),
  );
}
