import { startFakeS3, startTestParlour, type FakeS3, type TestParlour } from "@parlour/testkit";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fetchFile, toServerUrl, upload } from "./files-fixture.ts";

/** Tests public URLs of files (CORE-061) with both kinds of storage. */

describe.each(["disk", "s3"] as const)("files on %s", (kind) => {
  let parlour: TestParlour;
  let s3: FakeS3;
  let text: string;
  let etag: string;
  const bytes = Buffer.from("0123456789".repeat(1_000));

  beforeAll(async () => {
    s3 = await startFakeS3();
    const file = `version: 1
account: { name: Acme }
operators: [{ email: ann@example.test, name: Ann, role: owner, password: correct horse battery staple }]
storage: { kind: s3, endpoint: "${s3.url}", region: eu-test-1, bucket: ${s3.bucket}, prefix: parlour, access_key_env: S3_KEY, secret_key_env: S3_SECRET }
`;
    const env = { S3_KEY: s3.accessKey, S3_SECRET: s3.secretKey };
    parlour = await startTestParlour(kind === "s3" ? { file, env } : {});
    const created = await upload(parlour.owner.call, { name: "digits.txt", bytes });
    expect(created.status, created.text).toBe(201);
    text = toServerUrl(parlour, created.body.url);
    etag = (await fetchFile(text)).headers.get("etag") ?? "";
  });
  afterAll(async () => {
    await parlour.close();
    await s3.close();
  });

  it("[CFG-033] the bytes lie where the file says, under the same kind of address", async () => {
    const before = s3.objects.size;
    expect((await upload(parlour.owner.call, { name: "one.txt", bytes: "x" })).status).toBe(201);
    expect(s3.objects.size - before).toBe(kind === "s3" ? 1 : 0);
    expect(s3.rejected).toEqual([]);
    expect(new URL(text).pathname).toMatch(/^\/files\/[A-Za-z0-9_-]{27}\/digits\.txt$/);
    expect((await fetchFile(text)).bytes.equals(bytes)).toBe(true);
  });

  it("[CORE-061] [CFG-030] a file that is larger than what may be sent today is served whole", async () => {
    const large = Buffer.alloc(1_200_000, "0123456789");
    const { body } = await upload(parlour.owner.call, { name: "large.txt", bytes: large });
    const limit = (mib: number | null) =>
      parlour.owner.call("PATCH", "instance", { limits: { upload_mib: mib } });
    expect((await limit(1)).status).toBe(200);
    expect((await fetchFile(toServerUrl(parlour, body.url))).bytes.equals(large)).toBe(true);
    expect((await limit(null)).status).toBe(200);
  });

  it("[CORE-061] one range is answered with 206, from the start, the middle or the end", async () => {
    for (const [range, from, to] of [
      ["bytes=0-9", 0, 9],
      ["bytes=5000-5004", 5000, 5004],
      ["bytes=9990-", 9990, 9999],
      ["bytes=9990-20000", 9990, 9999],
      ["bytes=-10", 9990, 9999],
      ["bytes=-20000", 0, 9999],
      ["BYTES=0-0", 0, 0],
    ] as const) {
      const part = await fetchFile(text, { range });
      expect([range, part.status, part.headers.get("content-range")]).toEqual([
        range,
        206,
        `bytes ${from}-${to}/10000`,
      ]);
      expect(part.headers.get("content-length")).toBe(String(to - from + 1));
      expect(part.bytes.equals(bytes.subarray(from, to + 1)), range).toBe(true);
    }
  });

  it("[CORE-061] a range beyond the end is 416; several, another unit and a form that is none are answered whole", async () => {
    for (const range of ["bytes=10000-", "bytes=99999-100000", "bytes=-0"]) {
      const beyond = await fetchFile(text, { range });
      expect([range, beyond.status, beyond.headers.get("content-range")]).toEqual([
        range,
        416,
        "bytes */10000",
      ]);
    }
    for (const range of [
      "bytes=0-1,3-4",
      `bytes=${Array(1_000).fill("0-").join(",")}`,
      "lines=1-2",
      "bytes=",
      "bytes=9-1",
      "bytes=a-b",
    ]) {
      const all = await fetchFile(text, { range });
      expect([range, all.status, all.bytes.length]).toEqual([range, 200, 10_000]);
    }
  });

  it("[CORE-061] If-Range holds for the same bytes only; If-None-Match spares them", async () => {
    expect((await fetchFile(text, { range: "bytes=0-1", "if-range": etag })).status).toBe(206);
    expect((await fetchFile(text, { range: "bytes=0-1", "if-range": '"other"' })).status).toBe(200);
    expect((await fetchFile(text, { range: "bytes=0-1", "if-range": `W/${etag}` })).status).toBe(
      200,
    );
    const same = await fetchFile(text, { "if-none-match": `"x", ${etag}` });
    expect([same.status, same.bytes.length]).toEqual([304, 0]);
  });

  it("[CORE-061] HEAD answers as GET does, without the bytes", async () => {
    const [get, head] = [
      await fetchFile(text),
      await fetchFile(text, { range: "bytes=0-1" }, "HEAD"),
    ];
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
    for (const name of [
      "content-type",
      "content-length",
      "content-disposition",
      "content-security-policy",
      "etag",
      "accept-ranges",
    ])
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
  });

  it("[CORE-061] what is not there, and whatever is not GET or HEAD", async () => {
    const token = new URL(text).pathname.split("/")[2] ?? "";
    const other = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
    for (const path of [
      `/files/${other}/digits.txt`,
      "/files/short/x",
      `/files/${token}/thumb/digits.webp`,
      `/files/${token}`,
    ]) {
      const notFound = await fetchFile(parlour.url + path);
      expect([path, notFound.status, notFound.bytes.toString()]).toEqual([
        path,
        404,
        '{"error":{"code":"not_found","message":"Not found"}}',
      ]);
    }
    const post = await fetchFile(text, {}, "POST");
    expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  it("[CORE-061] shown in place are png, jpeg, gif, webp, sound, film and pdf; all else is a download", async () => {
    const picture = sharp({
      create: { width: 400, height: 40, channels: 4, background: "#336699" },
    });
    const wav = Buffer.concat([
      Buffer.from("RIFF\u0024\u0000\u0000\u0000WAVEfmt \u0010\u0000\u0000\u0000", "latin1"),
      Buffer.alloc(40),
    ]);
    const cases: readonly (readonly [string, Buffer, string, "inline" | "attachment"])[] = [
      ["a.png", await picture.clone().png().toBuffer(), "image/png", "inline"],
      ["a.jpg", await picture.clone().jpeg().toBuffer(), "image/jpeg", "inline"],
      ["a.gif", await picture.clone().gif().toBuffer(), "image/gif", "inline"],
      ["a.webp", await picture.clone().webp().toBuffer(), "image/webp", "inline"],
      ["a.tiff", await picture.clone().tiff().toBuffer(), "image/tiff", "attachment"],
      ["a.wav", wav, "audio/wav", "inline"],
      ["a.pdf", Buffer.from("%PDF-1.7\n1 0 obj"), "application/pdf", "inline"],
      ["a.zip", Buffer.from("504b0304140000000000", "hex"), "application/zip", "attachment"],
      ["a.dat", Buffer.from([1, 2, 3, 4, 0, 255]), "application/octet-stream", "attachment"],
      [
        "broken.png",
        Buffer.concat([Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), Buffer.alloc(30)]),
        "image/png",
        "attachment",
      ],
    ];
    const odd = await upload(parlour.owner.call, {
      name: "small.tiff",
      bytes: await picture.clone().resize(100).tiff().toBuffer(),
    });
    expect(
      (await fetchFile(toServerUrl(parlour, odd.body.thumb_url))).headers.get("content-type"),
    ).toBe("image/webp");
    for (const [name, content, type, how] of cases) {
      const created = await upload(parlour.owner.call, { name, bytes: content });
      const served = await fetchFile(toServerUrl(parlour, created.body.url));
      expect([name, created.body.type, served.headers.get("content-type")]).toEqual([
        name,
        type,
        type,
      ]);
      expect(served.headers.get("content-disposition")).toBe(`${how}; filename="${name}"`);
      expect(served.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
      expect(served.bytes.equals(content), name).toBe(true);
    }
  });

  it("[CORE-061] names of any script travel by RFC 6266 and stay in the address", async () => {
    const created = await upload(parlour.owner.call, { name: "Счёт «май» 😀.txt", bytes: "x" });
    expect(created.body.name).toBe("Счёт «май» 😀.txt");
    const served = await fetchFile(toServerUrl(parlour, created.body.url));
    expect(served.headers.get("content-disposition")).toBe(
      `attachment; filename="____ _____ __.txt"; filename*=UTF-8''${encodeURIComponent("Счёт «май» 😀.txt")}`,
    );
    const long = await upload(parlour.owner.call, { name: `${"ж".repeat(240)}.txt`, bytes: "x" });
    expect(long.body.url.length).toBeLessThan(512);
    expect((await fetchFile(toServerUrl(parlour, long.body.url))).status).toBe(200);
  });

  it.runIf(kind === "s3")(
    "[CFG-033] the service away: no upload is taken, nothing is lost, both come back",
    async () => {
      s3.setMode("down");
      const refused = await upload(parlour.owner.call, { name: "a.txt", bytes: "x" });
      expect([refused.status, refused.body.error.code, refused.headers.get("retry-after")]).toEqual(
        [503, "temporarily_unavailable", "5"],
      );
      expect((await fetchFile(text)).status).toBe(503);
      s3.setMode("up");
      expect((await fetchFile(text)).status).toBe(200);
      expect((await upload(parlour.owner.call, { name: "a.txt", bytes: "x" })).status).toBe(201);
    },
  );
});
