/** A rectangle in mm, from the top left corner of the page. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A page of a PDF: a picture over the whole page, boxes above it, and a link over all. */
export interface PdfPage {
  /** Width and height of the page in mm. */
  readonly size: readonly [width: number, height: number];
  /** Width and height of the picture in pixels. */
  readonly pixels: readonly [width: number, height: number];
  /** Red, green, blue and alpha of each pixel, from the top left corner. */
  readonly rgba: Uint8ClampedArray;
  /** Black boxes, which are drawn as paths. */
  readonly boxes: readonly Box[];
  readonly title: string;
  readonly link: string;
}

/** Points of a PDF in a millimetre. */
const pointsPerMm = 72 / 25.4;

/** Writes a PDF of one page. Printers draw the boxes without the pixels of a picture. */
export async function writePdf(page: PdfPage): Promise<Blob> {
  const [width, height] = page.size.map(toPoints) as [string, string];
  const picture = await deflate(toRgb(page.rgba));
  const drawing = new TextEncoder().encode(drawPage(page));
  const objects: readonly (readonly (string | Uint8Array<ArrayBuffer>)[])[] = [
    ["<< /Type /Catalog /Pages 2 0 R >>"],
    ["<< /Type /Pages /Kids [3 0 R] /Count 1 >>"],
    [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /Picture 5 0 R >> >> /Annots [6 0 R] >>`,
    ],
    [`<< /Length ${drawing.length} >>\nstream\n`, drawing, "\nendstream"],
    [
      `<< /Type /XObject /Subtype /Image /Width ${page.pixels[0]} /Height ${page.pixels[1]} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode /Length ${picture.length} >>\nstream\n`,
      picture,
      "\nendstream",
    ],
    [
      `<< /Type /Annot /Subtype /Link /Rect [0 0 ${width} ${height}] /Border [0 0 0] /A << /S /URI /URI (${page.link.replaceAll(/[\\()]/g, String.raw`\$&`)}) >> >>`,
    ],
    [`<< /Title <${toUtf16(page.title)}> >>`],
  ];
  return joinObjects(objects);
}

/** Draws the picture and the boxes. The origin of a PDF is the bottom left corner. */
function drawPage({ size, boxes }: PdfPage): string {
  const [width, height] = size;
  const picture = `q ${toPoints(width)} 0 0 ${toPoints(height)} 0 0 cm /Picture Do Q`;
  const paths = boxes.map((box) =>
    [box.x, height - box.y - box.height, box.width, box.height].map(toPoints).join(" "),
  );
  return [picture, "0 g", ...paths.map((path) => `${path} re`), "f"].join("\n");
}

/** Joins the objects, with the table of their offsets in bytes. The last one is the title. */
function joinObjects(objects: readonly (readonly (string | Uint8Array<ArrayBuffer>)[])[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ["%PDF-1.4\n"];
  const offsets: number[] = [];
  let offset = "%PDF-1.4\n".length;
  const add = (part: string | Uint8Array<ArrayBuffer>): void => {
    parts.push(part);
    offset += typeof part === "string" ? new TextEncoder().encode(part).length : part.length;
  };
  for (const [n, object] of objects.entries()) {
    offsets.push(offset);
    for (const part of [`${n + 1} 0 obj\n`, ...object, "\nendobj\n"]) add(part);
  }
  const table = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  parts.push(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info ${objects.length} 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
  );
  return new Blob(parts, { type: "application/pdf" });
}

const toPoints = (mm: number): string => (mm * pointsPerMm).toFixed(3);

function toRgb(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3)
    rgb.set(rgba.subarray(from, from + 3), to);
  return rgb;
}

/** Compresses bytes in the format of `/FlateDecode`. */
async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Returns UTF-16 with a byte order mark as hexadecimal digits. */
const toUtf16 = (text: string): string =>
  [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))]
    .map((unit) => unit.toString(16).padStart(4, "0"))
    .join("");
