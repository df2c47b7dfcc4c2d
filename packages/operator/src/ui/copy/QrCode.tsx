import { encode } from "uqr";
import "./qr-code.css";

/**
 * Renders a QR code here, so that nothing is sent. Dark on light with the quiet zone of 4 modules,
 * as scanners need it.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join("");
  // Renders the code as SVG elements, because an `<img>` would need a URL.
  return (
    <svg
      className="qr"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
