import { encode } from "uqr";

/** A text as a picture that a phone reads; drawn here, so the text goes nowhere. Dark on light also in dark mode: scanners want it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  // Drawn from data: no address that an <img> could have.
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <svg className="qr" role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
