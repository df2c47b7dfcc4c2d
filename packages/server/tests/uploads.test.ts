import { startTestParlour, type TestParlour } from "@parlour/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetched, formOf, here, upload } from "./files-bed.ts";

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#0b6b5d" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();

describe("uploads", () => {
  it("[API-071] a text file is stored, found again and served at its public address", async () => {
    const made = await upload(parlour.owner.call, { name: "note.txt", bytes: "hello", type: "text/plain" });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toEqual({ id: expect.any(Number), name: "note.txt", size: 5, type: "text/plain", url: expect.any(String) });
    expect((await parlour.owner.call("GET", `uploads/${made.body.id}`)).body).toEqual(made.body);
    const served = await fetched(here(parlour, made.body.url));
    expect(served.status).toBe(200);
    expect(served.bytes.toString()).toBe("hello");
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "content-disposition": 'attachment; filename="note.txt"',
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "accept-ranges": "bytes",
      "content-length": "5",
    });
  });

  it("[API-071] [CORE-001] an upload is read by its id by who sent it alone: ids can be counted", async () => {
    const made = await upload(parlour.owner.call, { name: "offer.txt", bytes: "for one chat", type: "text/plain" });
    const colleague = await parlour.operator("operator");
    const seen = await colleague.call("GET", `uploads/${made.body.id}`);
    expect([seen.status, seen.text.includes("/files/")]).toEqual([404, false]);
    expect((await parlour.owner.call("GET", `uploads/${made.body.id}`)).status).toBe(200);
  });

  it("[API-071] [CORE-060] bytes without a name are a file called so", async () => {
    const { bytes, type } = formOf({ name: "note.txt", bytes: "hello" });
    const bare = Buffer.from(bytes.toString("latin1").replace('; filename="note.txt"', ""), "latin1");
    const made = await parlour.owner.call("POST", "uploads", bare, { "content-type": type });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ name: "file", size: 5, type: "text/plain" });
  });

  it("[CORE-062] a picture has its size and a thumbnail of 320 px without position data", async () => {
    const bytes = await photo(1200, 900);
    const made = await upload(parlour.owner.call, { name: "a.jpg", bytes });
    expect(made.body).toMatchObject({ type: "image/jpeg", width: 1200, height: 900, size: bytes.length });
    const thumb = await fetched(here(parlour, made.body.thumb_url));
    expect(thumb.headers.get("content-type")).toBe("image/webp");
    const seen = await sharp(thumb.bytes).metadata();
    expect([seen.width, seen.height, seen.exif]).toEqual([320, 240, undefined]);
    const turned = await sharp(bytes).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const upright = await upload(parlour.owner.call, { name: "turned.jpg", bytes: turned });
    expect(upright.body).toMatchObject({ width: 900, height: 1200 });
    const { bytes: drawn } = await fetched(here(parlour, upright.body.thumb_url));
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 320, height: 427 });
    const small = await upload(parlour.owner.call, { name: "b.jpg", bytes: await photo(200, 100) });
    expect(small.body).toMatchObject({ width: 200, height: 100 });
    expect(small.body.thumb_url).toBeUndefined();
  });
});
