import { encode } from "uqr";

/**
 * A QR code, rendered here so that the text is not sent anywhere. Dark on light also in dark mode,
 * because scanners need it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  // Rendered from data, because an `<img>` would need an address.
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
