import { fileKinds, type FileKind } from "@parlour/protocol/entity/file-kinds";
import { describe, expect, test } from "vitest";
import { toAcceptAttribute, validateFileKind } from "./file-kind.ts";

const office = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const samples: readonly (readonly [FileKind | null, type: string, ending: string])[] = [
  ["pictures", "image/png", "png"],
  ["pictures", "image/heic", "heic"],
  ["audio_video", "video/mp4", "mp4"],
  ["audio_video", "audio/mpeg", "mp3"],
  ["audio_video", "application/ogg", "ogg"],
  ["pdf", "application/pdf", "pdf"],
  ["text", "text/plain", "csv"],
  ["text", "text/plain", ""],
  ["office", office, "docx"],
  ["office", "application/vnd.oasis.opendocument.text", "odt"],
  ["office", "application/x-cfb", "xls"],
  ["office", "application/rtf", "rtf"],
  ["office", "application/zip", "docx"],
  ["archives", "application/zip", "zip"],
  ["archives", "application/gzip", "gz"],
  ["archives", "application/zip", "unknown"],
  [null, "application/octet-stream", "bin"],
  [null, "application/octet-stream", "png"],
  [null, "application/x-sqlite3", "db"],
];

describe("kinds of files", () => {
  test("[CORE-167] [CORE-225] each content is of one kind; without chosen kinds everything is taken", () => {
    for (const [kind, type, ending] of samples) {
      const accepted = fileKinds.filter(
        (candidate) => validateFileKind([candidate], { type, ending }) === null,
      );
      expect([type, ending, accepted]).toEqual([type, ending, kind === null ? [] : [kind]]);
      expect(validateFileKind([], { type, ending })).toBeNull();
    }
  });

  test("[CORE-167] [CORE-225] the content decides; an ending of another kind must be chosen too", () => {
    const file = { type: "image/png", ending: "zip" };
    expect([validateFileKind(["pictures"], file), validateFileKind(["archives"], file)]).toEqual([
      expect.any(String),
      expect.any(String),
    ]);
    expect(validateFileKind(["pictures", "archives"], file)).toBeNull();
    // A table that was exported as text, with an extension of Excel.
    expect(validateFileKind(["text", "office"], { type: "text/plain", ending: "xls" })).toBeNull();
    expect(validateFileKind(["office"], { type: "text/plain", ending: "xls" })).toBe(
      "Only these kinds of files are taken: office documents.",
    );
  });

  test("[CORE-167] a picker offers the chosen kinds", () => {
    expect(toAcceptAttribute([])).toBeUndefined();
    expect(toAcceptAttribute(["pdf"])).toBe("application/pdf,.pdf");
    expect(toAcceptAttribute(["pictures", "text"])?.split(",")).toEqual(
      expect.arrayContaining(["image/*", "text/plain", ".png", ".csv"]),
    );
  });
});
