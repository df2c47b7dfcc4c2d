import { Readable } from "node:stream";

/** Pages of rows, which are read one after the other. The first row contains the column names. */
export type TablePages = AsyncIterable<readonly (readonly (string | number)[])[]>;

/** A zip file that is streamed while it is created. */
interface Zip {
  readonly body: Readable;
  add(
    path: string,
    open: () => Readable | Promise<Readable>,
    how?: { readonly packed?: boolean },
  ): void;
  end(): void;
}
export interface ZipDeps {
  /** Creates an empty zip. */
  readonly openZip: () => Zip;
}

/** Streams a workbook of one sheet (ECMA-376). Inline strings become no formula. */
export function toXlsx({ openZip }: ZipDeps, pages: TablePages): Readable {
  const zip = openZip();
  for (const [path, text] of Object.entries(staticParts))
    zip.add(path, () => Readable.from([text], { objectMode: false }));
  zip.add("xl/worksheets/sheet1.xml", () =>
    Readable.from(writeSheet(pages), { objectMode: false }),
  );
  zip.end();
  return zip.body;
}

async function* writeSheet(pages: TablePages): AsyncGenerator<string> {
  // Keeps the first row visible while the sheet is scrolled.
  yield `${xmlDeclaration}<worksheet xmlns="${spreadsheetNamespace}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
  for await (const rows of pages)
    yield rows.map((cells) => `<row>${cells.map(formatCell).join("")}</row>`).join("");
  yield "</sheetData></worksheet>";
}

function formatCell(cell: string | number): string {
  if (typeof cell === "number") return Number.isFinite(cell) ? `<c><v>${cell}</v></c>` : "<c/>";
  return cell === ""
    ? "<c/>"
    : `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell)}</t></is></c>`;
}

/** Maximum length of a cell in Excel, in UTF-16 units. */
const maxCellLength = 32_767;
/** For XML 1.0. Invalid characters become U+FFFD. Keeps escapes such as `_x000A_` as text. */
function escapeXml(text: string): string {
  const truncated = text.length > maxCellLength ? text.slice(0, maxCellLength) : text;
  return (
    truncated
      .toWellFormed()
      // oxlint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0008\v\f\u000E-\u001F\uFFFE\uFFFF]/gu, "\uFFFD")
      .replaceAll(/_(?=x[\dA-Fa-f]{4}_)/gu, "_x005F_")
      .replaceAll(/[&<>\r]/gu, (char) => xmlEntities[char] ?? char)
  );
}
const xmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  "\r": "_x000D_",
};

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const spreadsheetNamespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationshipsNamespace =
  "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packageNamespace = "http://schemas.openxmlformats.org/package/2006";
const contentType = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const staticParts: Readonly<Record<string, string>> = {
  "[Content_Types].xml": `${xmlDeclaration}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/></Types>`,
  "_rels/.rels": `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `${xmlDeclaration}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relationshipsNamespace}"><sheets><sheet name="Parlour" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `${xmlDeclaration}<Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${relationshipsNamespace}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};
