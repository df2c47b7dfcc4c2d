import { Type } from "typebox";
import { Id } from "../../../entity/index.ts";
import { omitAbsent } from "../../../omit-absent.ts";
import type { ResourceShape } from "./resource-shape.ts";

/** Returns the body of an order: every row that the provisioning file does not manage, once. */
export const createOrderSchema = ({ max }: ResourceShape) =>
  Type.Object(
    {
      ids: Type.Array(Id, { ...omitAbsent({ maxItems: max }), uniqueItems: true }),
    },
    { additionalProperties: false },
  );
