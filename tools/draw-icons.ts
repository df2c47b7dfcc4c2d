import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/**
 * Draws the icons of the installable application from public/favicon.svg. Run it after the logo
 * changes. The pictures are committed.
 */

// A library of the server, loaded only where icons are drawn.
const require = createRequire(new URL("../packages/server/package.json", import.meta.url));
const sharp = require("sharp") as (svg: Buffer, options: { density: number }) => Picture;
interface Picture {
  resize(width: number, height: number): Picture;
  png(options: { compressionLevel: number; palette: boolean }): Picture;
  toFile(path: string): Promise<unknown>;
}
const publicPath = (name: string): string =>
  fileURLToPath(new URL(`../packages/operator/public/${name}`, import.meta.url));
const logo = readFileSync(publicPath("favicon.svg"), "utf8");
const paths = logo.slice(logo.indexOf("<path"), logo.indexOf("</svg>"));

/** The logo in the centre of a square. `share`: its part of the width. */
const drawSquare = (background: string, share: number, drawn = paths): string => {
  const side = 26 / share;
  const edge = (side - 26) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-edge} ${-edge} ${side} ${side}"><rect x="${-edge}" y="${-edge}" width="${side}" height="${side}" fill="${background}"/>${drawn}</svg>`;
};
const logoInWhite = paths.replace("#0B6B5D", "#fff").replace(/<path fill="#fff" d="M9[^>]*>/, "");
const logoOnPetrol = paths
  .replace("#0B6B5D", "#F5F3EE")
  .replace('fill="#fff" d="M9', 'fill="#0B6B5D" d="M9');

const pictures: readonly [name: string, side: number, svg: string][] = [
  ["icon-192.png", 192, drawSquare("none", 0.96)],
  ["icon-512.png", 512, drawSquare("none", 0.96)],
  // Operating systems crop these: full background, logo inside the safe zone.
  ["icon-maskable-512.png", 512, drawSquare("#0B6B5D", 0.56, logoOnPetrol)],
  ["icon-180.png", 180, drawSquare("#0B6B5D", 0.66, logoOnPetrol)],
  // Android shows only its shape.
  ["badge-96.png", 96, drawSquare("none", 0.9, logoInWhite)],
];
for (const [name, side, svg] of pictures)
  await sharp(Buffer.from(svg), { density: 600 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(publicPath(name));
