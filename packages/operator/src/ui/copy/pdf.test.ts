import { expect, test } from "vitest";
import { writePdf } from "./pdf.ts";

test("[WG-302] a PDF has a page of the size, the picture without alpha, the boxes, the link and the title", async () => {
  const blob = await writePdf({
    size: [105, 148],
    pixels: [2, 1],
    rgba: new Uint8ClampedArray([1, 2, 3, 255, 40, 50, 60, 255]),
    boxes: [{ x: 10, y: 20, width: 5, height: 1 }],
    title: "Чат",
    link: "https://chat.example/chat/a(b)\\c",
  });
  expect(blob.type).toBe("application/pdf");
  // One letter for each byte, so that offsets in the text are those in the file.
  const text = new TextDecoder("latin1").decode(await blob.arrayBuffer());
  expect(text).toContain("/MediaBox [0 0 297.638 419.528]");
  // The box is measured from the bottom: 148 - 20 - 1 mm.
  expect(text).toContain("28.346 360.000 14.173 2.835 re");
  expect(text).toContain(String.raw`/URI (https://chat.example/chat/a\(b\)\\c)`);
  expect(text).toContain("/Title <feff042704300442>");
  // The table names the first byte of each object, and the end the first byte of the table.
  const offsets = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  expect(offsets.map((at) => text.slice(at, at + 7))).toEqual(
    [1, 2, 3, 4, 5, 6, 7].map((n) => `${n} 0 obj`),
  );
  const [, table] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
  expect(text.slice(Number(table), Number(table) + 5)).toBe("xref\n");
  const from = text.indexOf("stream\n", text.indexOf("/FlateDecode")) + "stream\n".length;
  const [, length] = /\/FlateDecode \/Length (\d+)/.exec(text) ?? [];
  const picture = blob.slice(from, from + Number(length)).stream();
  const pixels = await new Response(
    picture.pipeThrough(new DecompressionStream("deflate")),
  ).arrayBuffer();
  expect([...new Uint8Array(pixels)]).toEqual([1, 2, 3, 40, 50, 60]);
});
