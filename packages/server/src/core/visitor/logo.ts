import { maxLogoBytes } from "@parlour/protocol/entity/widget/logo";

/** A widget's logo, decoded from its data URL. */
export interface Logo {
  readonly type: "image/png" | "image/svg+xml";
  readonly bytes: Uint8Array;
}
const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Scripts, animation and external resources. Pages of other sites show the logo. */
const forbiddenSvgPattern =
  /<\s*(?:[\w-]+:)?(?:script|foreignobject|iframe|object|embed|handler|animate\w*|set|style|image|a)[\s/>]|<!(?!--)|<\?(?!xml\s)|\son\w+\s*=|javascript:|\bhref\s*=\s*["']?\s*[^"'#\s]|url\(\s*["']?\s*[^"'#)\s]/i;

/** Decodes a data URL of the settings (WG-112). Returns null if it is not a valid logo. */
export function parseLogo(data: string): Logo | null {
  const [, type, body] =
    /^data:(image\/(?:png|svg\+xml));base64,([A-Za-z0-9+/]+={0,2})$/.exec(data) ?? [];
  if ((type !== "image/png" && type !== "image/svg+xml") || body === undefined) return null;
  try {
    return { type, bytes: Uint8Array.from(atob(body), (char) => char.charCodeAt(0)) };
  } catch {
    return null;
  }
}

/** Returns why a data URL is not a valid logo, or null if it is valid. */
export function validateLogo(data: string): string | null {
  const logo = parseLogo(data);
  if (logo === null) return "the logo is no data URL of a PNG or SVG file";
  if (logo.bytes.length > maxLogoBytes) return "the logo is larger than 64 KiB";
  return logo.type === "image/png"
    ? validatePng(logo.bytes)
    : validateSvg(new TextDecoder().decode(logo.bytes));
}

function validatePng(bytes: Uint8Array): string | null {
  if (bytes.length < 24 || pngSignature.some((byte, at) => bytes[at] !== byte))
    return "the logo is no PNG file";
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(16) === view.getUint32(20) ? null : "the logo is not square";
}

function validateSvg(text: string): string | null {
  const [, root = ""] =
    /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--[^]*?-->\s*)*(<svg\s[^>]*>)/.exec(text) ?? [];
  if (root === "") return "the logo is no SVG file";
  if (forbiddenSvgPattern.test(text))
    return "the logo holds scripts, styles, motion or links, which an SVG logo must not";
  const box = /\bviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(
    root,
  );
  const side = (name: string): string | undefined =>
    new RegExp(`\\s${name}\\s*=\\s*["']([\\d.]+)(?:px)?["']`).exec(root)?.[1];
  const [width, height] = box === null ? [side("width"), side("height")] : [box[1], box[2]];
  return width !== undefined && Number(width) > 0 && Number(width) === Number(height)
    ? null
    : "the logo is not square";
}
