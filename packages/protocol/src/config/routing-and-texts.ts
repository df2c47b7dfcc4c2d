import { Type } from "typebox";
import { routingFields } from "../api/settings/routing.ts";
import { tagShape } from "../api/settings/shapes/tag.ts";
import { Optional, PublicId, strictOptions } from "../api/settings/file-fields.ts";

/** Parts of the provisioning file for routing, tags and the block list. */

/** Routing settings with times in seconds. Absent values get their defaults. */
export const RoutingFile = Type.Partial(Type.Object(routingFields), strictOptions);

export const TagFile = Type.String({
  ...tagShape.texts.name,
  description: "Name of a tag, once in any case of letters (API-044).",
});

export const BlockListFile = Type.Object(
  {
    visitor: Optional(Type.Integer({ minimum: 1, description: "Visitor number." })),
    ip: Optional(Type.String({ description: "IPv4 or IPv6 address." })),
    range: Optional(Type.String({ description: "CIDR." })),
    country: Optional(Type.String({ description: "ISO 3166-1 alpha-2." })),
    email: Optional(Type.String()),
    phone: Optional(Type.String({ description: "Only the digits count." })),
    user_token: Optional(Type.String({ maxLength: 1024 })),
    customer: Optional(
      Type.Object(
        { channel: PublicId, id: Type.String({ minLength: 1, maxLength: 1000 }) },
        strictOptions,
      ),
    ),
    until: Optional(Type.String({ description: "RFC 3339; absent: for ever." })),
    reason: Optional(Type.String({ minLength: 1, maxLength: 300 })),
  },
  strictOptions,
);
