import { ApiError } from "@parlour/protocol/api";

/** Error responses of a changing route that is not declared with `declareRoute` (API-003). */
export const errorResponses = {
  400: ApiError,
  401: ApiError,
  403: ApiError,
  409: ApiError,
  413: ApiError,
  415: ApiError,
  429: ApiError,
  503: ApiError,
};
