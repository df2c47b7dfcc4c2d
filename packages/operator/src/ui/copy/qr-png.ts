import { encode } from "uqr";

/** Draws a QR code as a square PNG, dark on white, with whole pixels for each module. */
export function drawQrPng(text: string, size: number): Promise<Blob> {
  const code = encode(text, { ecc: "M", border: 4 });
  const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("The browser cannot draw.");
  const scale = Math.floor(size / code.size);
  const margin = Math.floor((size - scale * code.size) / 2);
  context.fillStyle = "#fff";
  context.fillRect(0, 0, size, size);
  context.fillStyle = "#000";
  for (const [y, row] of code.data.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(margin + x * scale, margin + y * scale, scale, scale);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error("The browser cannot write a PNG."));
      else resolve(blob);
    }, "image/png");
  });
}
