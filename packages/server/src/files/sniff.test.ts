import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { sniffBytes, isInline, detectType } from "./sniff.ts";

const detectedType = async (content: string | Buffer, name = "note"): Promise<string> => {
  const detected = await detectType(Buffer.from(content), name, true);
  return "type" in detected ? detected.type : "refused";
};
const utf16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
const big16 = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()]);

describe("what a file is", () => {
  it.each([
    ["<!DOCTYPE html><p>x"],
    ["  \n<html>"],
    ["\ufeff<html>"],
    ["<!-- a --> <!-- b -->\n<svg onload=alert(1)>"],
    ["<!-- never ends <script>"],
    ["<SCRIPT>alert(1)</SCRIPT>"],
    ["<svg:svg xmlns:svg='http://www.w3.org/2000/svg'>"],
    ["<x xmlns='http://www.w3.org/1999/xhtml'><script/></x>"],
    ["<?xml version='1.0'?><a/>"],
    ["<?php echo 1;"],
    ["<?= 1 ?>"],
    ["<% Response.Write(1) %>"],
    ["#!/bin/sh\nrm -rf /"],
    ["<iframe src=x>"],
    ["<body onload=alert(1)>"],
    ["<img src=x onerror=alert(1)>"],
    ["<a href='javascript:alert(1)'>x</a>"],
  ])("[CORE-060] refused by its content: %j", async (content) => {
    expect(await detectedType(content)).toBe("refused");
    expect(await detectedType(utf16(content.replace("\ufeff", "")))).toBe("refused");
    expect(await detectedType(big16(content.replace("\ufeff", "")))).toBe("refused");
  });

  it.each([
    ["4d5a90000300000004000000ffff0000", "Windows"],
    ["4d5a", "the shortest one"],
    ["7f454c4602010100000000000000000002003e00", "Linux"],
    ["cffaedfe0700000103000000", "macOS"],
    ["cafebabe00000034", "Java"],
    ["0061736d01000000", "WebAssembly"],
    ["6465780a30333500", "Android"],
  ])("[CORE-060] a program is refused whatever its name: %s %s", async (hex) => {
    expect(
      await detectedType(Buffer.concat([Buffer.from(hex, "hex"), Buffer.alloc(40)]), "photo.png"),
    ).toBe("refused");
    expect(await detectedType(Buffer.from(hex, "hex"), "photo.png")).toBe("refused");
  });

  it.each([
    "a.html",
    "a.HTM",
    "a.svg",
    "a.xhtml",
    "a.xml",
    "a.js",
    "a.mjs",
    "a.exe",
    "a.sh",
    "a.bat",
    "a.ps1",
    "a.jar",
    "a.php",
    "a.txt.exe",
    "a.exe. ",
    "a.lnk",
    "a.apk",
    "a.hta",
  ])("[CORE-060] refused by its name: %s", async (name) => {
    expect(await detectedType("harmless", name)).toBe("refused");
  });

  it.each([
    ["hello <html> in the middle"],
    ["<nick> how are you?"],
    ["1 < 2 and 3 > 2"],
    ["a,b\n1,2\n"],
    ['{"json":true}'],
    ["# Title"],
    ["Ünïcödé, счёт, 価格"],
  ])("[CORE-060] text is text: %j", async (content) => {
    expect(await detectedType(content)).toBe("text/plain");
  });

  it("[CORE-060] a character that the end of the head cuts, an old code page, and what is neither", async () => {
    const cut = Buffer.from("счёт").subarray(0, 7);
    expect(await detectType(cut, "a", false)).toEqual({ type: "text/plain" });
    expect(await detectedType(Buffer.from("caf\u00e9 \u00fcber", "latin1"))).toBe("text/plain");
    expect(await detectedType(Buffer.from([0x80, 0x00, 0x01, 0x02]))).toBe(
      "application/octet-stream",
    );
    expect(await detectedType(Buffer.from("text with a NUL\u0000"))).toBe(
      "application/octet-stream",
    );
  });

  it("[CORE-060] an animated PNG is a PNG; an archive is an archive whatever it holds", async () => {
    const apng = Buffer.from(
      "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000861637" +
        "4c0000000200000000",
      "hex",
    );
    expect(await detectedType(apng)).toBe("image/png");
    expect(
      await detectedType(
        Buffer.concat([Buffer.from("504b030414000000080000000000", "hex"), Buffer.alloc(40)]),
      ),
    ).toBe("application/zip");
  });

  it("[CORE-060] a packed file is not unpacked, whatever is in it", async () => {
    const packed = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const before = process.cpuUsage();
    expect(await detectType(packed.subarray(0, sniffBytes), "a.tar.gz", false)).toEqual({
      type: "application/gzip",
    });
    const detected = process.cpuUsage(before).user;
    gunzipSync(packed);
    expect(detected).toBeLessThan(process.cpuUsage(before).user - detected);
  });

  it("[CORE-060] what opens programs, holds macros or hides where it came from is refused by its ending", async () => {
    for (const ending of [
      "library-ms",
      "iso",
      "one",
      "docm",
      "XLSM",
      "settingcontent-ms",
      "vhdx",
      "slk",
      "appinstaller",
      "docm. ",
    ])
      expect(await detectType(Buffer.from("plain"), `a.${ending}`, true)).toHaveProperty("refused");
    for (const ending of ["docx", "xlsx", "pdf", "txt", "zip"])
      expect(await detectType(Buffer.from("plain"), `a.${ending}`, true)).toHaveProperty("type");
  });
  it("[CORE-304] what opens addresses or programs, installs or changes settings is refused by its ending", async () => {
    for (const ending of "website url webloc inetloc fileloc lnk scf desktop udl mobileconfig mobileprovision ppkg Terminal command tool scpt workflow prefpane mpkg xapk flatpakref vsix xla psc2".split(
      " ",
    ))
      expect([ending, await detectType(Buffer.from("plain"), `bill.pdf.${ending}`, true)]).toEqual([
        ending,
        { refused: `Files of the kind .${ending.toLowerCase()} are not accepted.` },
      ]);
    for (const ending of ["log", "csv", "ics", "vcf", "pkpass", "pem", "conf", "plist", "mat"])
      expect(await detectType(Buffer.from("plain"), `a.${ending}`, true)).toHaveProperty("type");
  });
  it("[CORE-061] only these are shown in place", () => {
    for (const type of [
      "image/png",
      "image/jpeg",
      "image/gif",
      "image/webp",
      "audio/mpeg",
      "video/mp4",
      "application/pdf",
    ])
      expect([type, isInline(type)]).toEqual([type, true]);
    for (const type of [
      "text/plain",
      "image/svg+xml",
      "image/tiff",
      "application/octet-stream",
      "text/html",
    ])
      expect([type, isInline(type)]).toEqual([type, false]);
  });
});
