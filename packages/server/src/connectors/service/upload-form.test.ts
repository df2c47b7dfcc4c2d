import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, it } from "vitest";
import { buildForm } from "./upload-form.ts";

it("[TG-032] a form has its announced length and survives any name and text", async () => {
  const bytes = Buffer.from("--boundary\r\n\0binary");
  const form = buildForm(
    { chat_id: "501", caption: 'a "caption"\r\nwith lines 👟' },
    {
      field: "document",
      name: 'my "file"\r\nx: y.pdf',
      type: "application/pdf",
      size: bytes.length,
      body: Readable.from([bytes]),
    },
  );
  const sent = await buffer(form.body);
  expect(sent.length).toBe(form.length);
  const parsed = await new Response(sent, {
    headers: { "content-type": form.contentType },
  }).formData();
  const file = parsed.get("document") as File;
  expect([...parsed.keys()]).toEqual(["chat_id", "caption", "document"]);
  expect(parsed.get("caption")).toBe('a "caption"\r\nwith lines 👟');
  expect({ name: file.name, type: file.type, text: await file.text() }).toEqual({
    name: 'my "file"\r\nx: y.pdf',
    type: "application/pdf",
    text: bytes.toString(),
  });
});
