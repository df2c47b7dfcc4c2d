/** Status of Viber's table of errors, and its name. */
export interface ApiStatus {
  readonly status: number;
  readonly status_message: string;
}
export const statuses = {
  ok: { status: 0, status_message: "ok" },
  invalidUrl: { status: 1, status_message: "invalidUrl" },
  invalidAuthToken: { status: 2, status_message: "invalidAuthToken" },
  badData: { status: 3, status_message: "badData" },
  missingData: { status: 4, status_message: "missingData" },
  receiverNotRegistered: { status: 5, status_message: "receiverNotRegistered" },
  receiverNotSubscribed: { status: 6, status_message: "receiverNotSubscribed" },
  webhookNotSet: { status: 10, status_message: "webhookNotSet" },
  tooManyRequests: { status: 12, status_message: "tooManyRequests" },
} as const satisfies Record<string, ApiStatus>;

export type Values = Readonly<Record<string, unknown>>;
const toValues = (value: unknown): Values =>
  typeof value === "object" && value !== null ? (value as Values) : {};
const isText = (value: unknown, max: number): boolean =>
  typeof value === "string" && value.length > 0 && value.length <= max;
const isAddress = (value: unknown, ending = /./): boolean =>
  typeof value === "string" && URL.canParse(value) && ending.test(new URL(value).pathname);
const megabyte = 1024 * 1024;
const isSize = (value: unknown, max: number): boolean =>
  typeof value === "number" && value > 0 && value <= max;

const contentChecks: Readonly<Record<string, (values: Values) => boolean>> = {
  text: ({ text }) => isText(text, 7_000),
  picture: ({ text, media }) =>
    typeof text === "string" && text.length <= 768 && isAddress(media, /\.jpe?g$/i),
  video: ({ media, size }) => isAddress(media, /\.mp4$/i) && isSize(size, 26 * megabyte),
  file: ({ media, size, file_name }) =>
    isAddress(media) && isSize(size, 50 * megabyte) && isText(file_name, 256),
  location: ({ location }) => {
    const { lat, lon } = toValues(location);
    return Math.abs(Number(lat)) <= 90 && Math.abs(Number(lon)) <= 180;
  },
};

/** Returns the error of a message, or null. */
export function findMessageFault(values: Values): ApiStatus | null {
  const { type, sender, tracking_data = "", keyboard } = values;
  if (!isText(toValues(sender)["name"], 28)) return statuses.missingData;
  const check = typeof type === "string" ? contentChecks[type] : undefined;
  if (check === undefined || !check(values)) return statuses.badData;
  if (typeof tracking_data !== "string" || tracking_data.length > 4_096) return statuses.badData;
  if (Buffer.byteLength(JSON.stringify(values)) > 30 * 1024) return statuses.badData;
  return keyboard === undefined || isKeyboard(toValues(keyboard)) ? null : statuses.badData;
}

function isKeyboard({ Type, Buttons }: Values): boolean {
  return (
    Type === "keyboard" &&
    Array.isArray(Buttons) &&
    Buttons.length > 0 &&
    Buttons.map(toValues).every(
      ({ ActionBody, Text }) => isText(ActionBody, 1_000) && isText(Text, 1_000),
    )
  );
}
