import { cleanText, cutText, isBlank } from "../../../core/text.ts";
import { emptyMedia } from "../../../core/chat/message/file-attachment.ts";
import type { Media } from "../../../core/entity.ts";
import { fail, isFailure, type Failure } from "../../../core/failure.ts";
import { JsonNumber } from "../../../http/body/json.ts";

const maxNameLength = 255;

/**
 * Parses media of a type of CH-060. Omits optional fields that are missing or invalid (CH-063).
 * Only invalid required fields cause a refusal.
 */
export function parseMedia(
  type: string,
  message: Readonly<Record<string, unknown>>,
): Media | Failure {
  if (type === "location") return parseLocation(message);
  const { file } = message;
  if (file === undefined || file === null || (typeof file === "string" && isBlank(file))) {
    return fail("file_required", "message.file, the address of the file, is missing.", {
      field: "message.file",
    });
  }
  const url = parseHttpUrl(file);
  if (url === null)
    return fail(
      "invalid_file_url",
      "message.file must be an absolute http:// or https:// address of at most 2048 characters.",
      {
        field: "message.file",
      },
    );
  const numbers = parseCounts(message, ["file_size", "duration", "width", "height"]);
  if (isFailure(numbers)) return numbers;
  return {
    ...emptyMedia,
    ...numbers,
    type: type as Media["type"],
    file: url,
    file_name:
      sanitizeFileName(message["file_name"]) ?? sanitizeFileName(getLastSegment(url)) ?? type,
    thumb: parseHttpUrl(message["thumb"]),
    emoji: sanitizeLabel(message["emoji"], 32),
    performer: sanitizeLabel(message["performer"], maxNameLength),
    title: sanitizeLabel(message["title"], maxNameLength),
  };
}

function parseLocation(message: Readonly<Record<string, unknown>>): Media | Failure {
  const latitude = parseDegrees(message["latitude"], 90);
  const longitude = parseDegrees(message["longitude"], 180);
  if (latitude === null)
    return fail("invalid_location", "message.latitude must be a number from -90 to 90.", {
      field: "message.latitude",
    });
  if (longitude === null)
    return fail("invalid_location", "message.longitude must be a number from -180 to 180.", {
      field: "message.longitude",
    });
  return { ...emptyMedia, type: "location", latitude, longitude };
}

/** Parses a coordinate (CH-064). */
function parseDegrees(value: unknown, limit: number): number | null {
  const number = parseNumber(value);
  return number !== null && Math.abs(number) <= limit ? number : null;
}

type Counts<K extends string> = Record<K, number | null>;
/** Parses positive integers: rounds, omits invalid ones and refuses negative ones (CH-063). */
function parseCounts<K extends string>(
  message: Readonly<Record<string, unknown>>,
  names: readonly K[],
): Counts<K> | Failure {
  const parsed: Partial<Counts<K>> = {};
  for (const name of names) {
    const number = parseNumber(message[name]);
    if (number !== null && number < 0)
      return fail("invalid_request", `message.${name} must not be negative.`, {
        field: `message.${name}`,
      });
    const integer = number === null ? 0 : Math.round(number);
    parsed[name] = integer >= 1 && Number.isSafeInteger(integer) ? integer : null;
  }
  return parsed as Counts<K>;
}

/** Parses a finite number or a decimal string. Returns null for anything else. */
function parseNumber(value: unknown): number | null {
  const literal =
    value instanceof JsonNumber ? value.literal : typeof value === "string" ? value.trim() : value;
  if (typeof literal === "string" && !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(literal))
    return null;
  const number = typeof literal === "string" ? Number(literal) : literal;
  return typeof number === "number" && Number.isFinite(number) ? number : null;
}

/** Returns a safe name: no path, control or bidirectional characters, 255 code points (H-096). */
function sanitizeFileName(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const name = cleanText(value).split(/[/\\]/).at(-1) ?? "";
  const visibleName = name.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]/gu, "").trim();
  return visibleName === "" || visibleName === "." || visibleName === ".."
    ? null
    : cutText(visibleName, maxNameLength).text;
}

function getLastSegment(url: string): string {
  const segment = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    // The percent sign is invalid, but the raw segment can still be used as a name.
    if (error instanceof URIError) return segment;
    throw error;
  }
}

function sanitizeLabel(value: unknown, max: number): string | null {
  return typeof value === "string" && !isBlank(value) ? cutText(cleanText(value), max).text : null;
}

const maxUrlLength = 2048;
/** Returns an absolute http(s) URL of at most 2048 characters unchanged, else null. */
export function parseHttpUrl(value: unknown): string | null {
  if (typeof value !== "string" || value.length > maxUrlLength || !/^https?:\/\//i.test(value))
    return null;
  return value.isWellFormed() && !/\p{Cc}/u.test(value) && URL.canParse(value) ? value : null;
}
