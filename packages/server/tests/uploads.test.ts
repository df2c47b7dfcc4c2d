import { startTestParlour, type TestOperator, type TestParlour } from "@parlour/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFile, encodeForm, toServerUrl, upload } from "./files-fixture.ts";

let parlour: TestParlour;
beforeAll(async () => {
  parlour = await startTestParlour();
});
afterAll(() => parlour.close());

const createPhoto = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: "#0b6b5d" } })
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" } })
    .jpeg()
    .toBuffer();

describe("photos of operators", () => {
  const set = (operator: TestOperator, bytes: Uint8Array | string, name = "me.png") => {
    const form = encodeForm({ name, bytes });
    return operator.call("PUT", "me/photo", form.bytes, { "content-type": form.type });
  };
  const listed = async (id: number) =>
    (await parlour.owner.call("GET", "operators")).body.items.find(
      (one: { id: number }) => one.id === id,
    ).photo as string | null;

  it("[API-156] [CORE-157] a picture becomes a square JPEG without metadata at a public address, and replaces the one before", async () => {
    const ann = await parlour.operator("operator", "Ann");
    const first = await set(ann, await createPhoto(900, 600));
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({
      id: ann.id,
      photo: expect.stringMatching(/\/files\/[A-Za-z0-9_-]{27}\/photo\.jpg$/),
    });
    expect(await listed(ann.id)).toBe(first.body.photo);
    const served = await fetchFile(toServerUrl(parlour, first.body.photo));
    expect(Object.fromEntries(served.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    });
    const { width, height, format, exif } = await sharp(served.bytes).metadata();
    expect([width, height, format, exif]).toEqual([256, 256, "jpeg", undefined]);
    const clear = await sharp({
      create: { width: 40, height: 60, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const second = await set(ann, clear);
    expect(second.body.photo).not.toBe(first.body.photo);
    const { data } = await sharp((await fetchFile(toServerUrl(parlour, second.body.photo))).bytes)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
    expect((await fetchFile(toServerUrl(parlour, first.body.photo))).status).toBe(404);
    // No message refers to the photo, but the retention of files does not remove it.
    await parlour.clock.advance(3 * 86_400_000);
    expect((await fetchFile(toServerUrl(parlour, second.body.photo))).status).toBe(200);
    const removed = await ann.call("DELETE", "me/photo");
    expect([removed.status, removed.body.photo]).toEqual([200, null]);
    expect((await fetchFile(toServerUrl(parlour, second.body.photo))).status).toBe(404);
    expect((await ann.call("DELETE", "me/photo")).status).toBe(200);
  });

  it("[API-156] what is no picture is refused and changes nothing; a viewer has no photo", async () => {
    const ben = await parlour.operator("operator", "Ben");
    const validPhoto = (await set(ben, await createPhoto(50, 50))).body.photo as string;
    const broken = Buffer.concat([
      (await createPhoto(300, 300)).subarray(0, 400),
      Buffer.alloc(300),
    ]);
    const huge = Buffer.concat([await createPhoto(50, 50), Buffer.alloc(5 * 1024 * 1024)]);
    const answers = await Promise.all([
      set(ben, "<svg xmlns='http://www.w3.org/2000/svg'/>", "me.svg"),
      set(ben, "hello", "me.jpg"),
      set(ben, broken),
      set(ben, ""),
      set(ben, huge),
      ben.call("PUT", "me/photo", { file: "x" }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([415, 415, 415, 400, 413, 415]);
    expect(await listed(ben.id)).toBe(validPhoto);
    const viewer = await parlour.operator("viewer");
    expect((await set(viewer, await createPhoto(50, 50))).status).toBe(403);
  });

  it("[CORE-157] the photo is removed with its operator, and with another address", async () => {
    const cem = await parlour.operator("operator", "Cem");
    const first = (await set(cem, await createPhoto(50, 50))).body.photo as string;
    await parlour.owner.call("PATCH", `operators/${cem.id}`, {
      photo: "https://shop.example/cem.png",
    });
    expect((await fetchFile(toServerUrl(parlour, first))).status).toBe(404);
    const second = (await set(cem, await createPhoto(50, 50))).body.photo as string;
    await parlour.owner.call("PATCH", `operators/${cem.id}`, { name: "Cem B." });
    expect((await fetchFile(toServerUrl(parlour, second))).status).toBe(200);
    await parlour.owner.call("DELETE", `operators/${cem.id}`);
    expect((await fetchFile(toServerUrl(parlour, second))).status).toBe(404);
    expect(await listed(cem.id)).toBeNull();
  });
});

describe("uploads", () => {
  it("[API-071] a text file is stored, found again and served at its public address", async () => {
    const uploaded = await upload(parlour.owner.call, {
      name: "note.txt",
      bytes: "hello",
      type: "text/plain",
    });
    expect(uploaded.status, uploaded.text).toBe(201);
    expect(uploaded.body).toEqual({
      id: expect.any(Number),
      name: "note.txt",
      size: 5,
      type: "text/plain",
      url: expect.any(String),
    });
    expect((await parlour.owner.call("GET", `uploads/${uploaded.body.id}`)).body).toEqual(
      uploaded.body,
    );
    const served = await fetchFile(toServerUrl(parlour, uploaded.body.url));
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

  it("[API-071] [CORE-001] [API-243] an upload is read by its id by who sent it alone: ids can be counted", async () => {
    const uploaded = await upload(parlour.owner.call, {
      name: "offer.txt",
      bytes: "for one chat",
      type: "text/plain",
    });
    const colleague = await parlour.operator("operator");
    const seen = await colleague.call("GET", `uploads/${uploaded.body.id}`);
    expect([seen.status, seen.text.includes("/files/")]).toEqual([404, false]);
    expect((await parlour.owner.call("GET", `uploads/${uploaded.body.id}`)).status).toBe(200);
  });

  it("[API-071] [CORE-060] bytes without a name are a file called so", async () => {
    const { bytes, type } = encodeForm({ name: "note.txt", bytes: "hello" });
    const bare = Buffer.from(
      bytes.toString("latin1").replace('; filename="note.txt"', ""),
      "latin1",
    );
    const uploaded = await parlour.owner.call("POST", "uploads", bare, { "content-type": type });
    expect(uploaded.status, uploaded.text).toBe(201);
    expect(uploaded.body).toMatchObject({ name: "file", size: 5, type: "text/plain" });
  });

  it("[CORE-062] a picture has its size and a thumbnail of 320 px without position data", async () => {
    const bytes = await createPhoto(1200, 900);
    const uploaded = await upload(parlour.owner.call, { name: "a.jpg", bytes });
    expect(uploaded.body).toMatchObject({
      type: "image/jpeg",
      width: 1200,
      height: 900,
      size: bytes.length,
    });
    const thumb = await fetchFile(toServerUrl(parlour, uploaded.body.thumb_url));
    expect(thumb.headers.get("content-type")).toBe("image/webp");
    const seen = await sharp(thumb.bytes).metadata();
    expect([seen.width, seen.height, seen.exif]).toEqual([320, 240, undefined]);
    const turned = await sharp(bytes).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const upright = await upload(parlour.owner.call, { name: "turned.jpg", bytes: turned });
    expect(upright.body).toMatchObject({ width: 900, height: 1200 });
    const { bytes: drawn } = await fetchFile(toServerUrl(parlour, upright.body.thumb_url));
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 320, height: 427 });
    const small = await upload(parlour.owner.call, {
      name: "b.jpg",
      bytes: await createPhoto(200, 100),
    });
    expect(small.body).toMatchObject({ width: 200, height: 100 });
    expect(small.body.thumb_url).toBeUndefined();
  });
});
