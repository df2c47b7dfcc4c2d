import type { OutboxItem } from "@parlour/client";

/** Formats the code of an error with the id of its request, which the log of the server has. */
export const formatErrorCode = ({ code, requestId }: NonNullable<OutboxItem["error"]>): string =>
  [code, requestId].filter(Boolean).join(" · ");
