import { Type, type Static } from "typebox";
import { Nullable, Time } from "../../../entity/index.ts";
import { modelFailures, type ModelFailureReason } from "../../../settings/kinds/account/model.ts";
import { toChoice } from "../shapes/field-schemas.ts";

const count = Type.Integer({ minimum: 0 });
/** Nobody cancels requests in the background. */
const problems: readonly ModelFailureReason[] = modelFailures.filter(
  (reason) => reason !== "cancelled",
);
/** Vectors of articles and quick replies (MODEL-080). */
export const ModelPassages = Type.Object({
  /** `off`: there is no embedding model. `empty`: there is no text. */
  state: toChoice(["off", "empty", "building", "ready", "failed"]),
  /** Texts whose passages have vectors, of all texts. */
  ready: count,
  total: count,
  /** Why the latest request failed. Null if none did since the last one that succeeded. */
  problem: Nullable(toChoice(problems)),
  message: Nullable(Type.String()),
  /** Time of the next request after a failure. */
  next_at: Nullable(Time),
});
export type ModelPassages = Static<typeof ModelPassages>;
