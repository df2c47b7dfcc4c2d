import { ApiError } from "@parlour/client";
import { t } from "../text.ts";
import { withMessage } from "../kit/form/use-form.ts";

/**
 * The four inputs of CH-001. The form of an existing channel also has `append_public_id` (CH-070).
 */
export interface ChannelFormValues {
  name: string;
  endpoint_url: string;
  append_public_id: boolean;
  chunked: boolean;
  operators: number[];
}

export const getChannelLabels = () => ({
  name: t("channel.name"),
  endpoint_url: t("channel.url"),
  append_public_id: t("channel.append"),
  chunked: t("channel.chunked"),
  operators: t("channel.operators"),
});

/** Returns the errors by field before anything is sent. The server validates again. */
export function validateChannel(
  values: ChannelFormValues,
): Partial<Record<keyof ChannelFormValues, string>> {
  const { name, endpoint_url: url, operators } = values;
  return {
    ...((name.trim() === "" || Array.from(name).length > 100) && {
      name: t("channel.name.missing"),
    }),
    ...((!/^https?:\/\/./i.test(url.trim()) || !URL.canParse(url.trim())) && {
      endpoint_url: t("channel.url.missing"),
    }),
    ...(operators.length === 0 && { operators: t("channel.operators.missing") }),
  };
}

const channelFields = ["name", "endpoint_url", "append_public_id", "chunked", "operators"] as const;

/** Returns the form field that a server error belongs to, or null. */
export function mapChannelErrorField(error: ApiError): keyof ChannelFormValues | null {
  if (error.code === "private_address") return "endpoint_url";
  const field = error.field?.split(/[./[]/)[0];
  return channelFields.find((name) => name === field) ?? null;
}

/** Adds advice to the server error that refuses a private address. */
export function explainChannelError(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== "private_address") return error;
  return withMessage(error, "endpoint_url", `${error.message} ${t("channel.private")}`);
}
