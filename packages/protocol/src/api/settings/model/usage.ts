import { Type, type Static } from "typebox";
import { Nullable, Time } from "../../../entity/index.ts";
import { modelPurposes } from "../../../settings/model-purposes.ts";
import { toChoice } from "../shapes/field-schemas.ts";

/** Use of the language model (MODEL-060). */

const count = Type.Integer({ minimum: 0 });
const use = {
  purpose: toChoice(modelPurposes),
  requests: count,
  failed: count,
  tokens_sent: count,
  tokens_received: count,
  /** Millionths of the currency. */
  cost: count,
};
export const ModelUsageQuery = Type.Object(
  { days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })) },
  { additionalProperties: false },
);
export const ModelUsage = Type.Object({
  currency: Type.String(),
  /** Tokens of today, and their limit. */
  tokens_today: count,
  tokens_per_day: Nullable(count),
  /** Days in UTC with requests, oldest first, by purpose. */
  days: Type.Array(Type.Object({ day: Type.String(), ...use })),
  /** Hours of today in UTC. */
  hours: Type.Array(Type.Object({ hour: Time, ...use })),
});
export type ModelUsage = Static<typeof ModelUsage>;
