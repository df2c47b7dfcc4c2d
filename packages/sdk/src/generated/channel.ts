// Generated: npm run x -- node packages/sdk/generate-types.ts
export interface paths {
    "/{random_string}/{channel_public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                random_string: string;
                channel_public_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer's message or typing notice (CH-030)
         * @description 200 is answered after the message is on disk. 5xx: not acknowledged, the outcome may be unknown; repeat with the same Idempotency-Key.
         */
        post: operations["sendCustomerMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/{random_string}/{channel_public_id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                random_string: string;
                channel_public_id: string;
            };
            cookie?: never;
        };
        /** Whether an operator can answer now (CH-010) */
        get: operations["getChannelStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    operatorMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operator's message, posted to the endpoint of the channel (CH-070)
         * @description Sent at 0, 3 and 6 s until accepted, 3 s each, in order per customer; always with the same message id and webhook-id, signed by Standard Webhooks. Error codes with an effect of their own: recipient_not_found, recipient_blocked, user_blocked, recipient_unsubscribed, message_rejected, unsupported_type, file_too_large, session_expired, invalid_request, invalid_client, unauthorized_client, access_denied, not_found, temporary, rate_limited, internal, duplicate, silent, typing_not_supported (CH-082).
         */
        post: operations["operatorMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        ChannelAccepted: {
            /** @enum {string} */
            result: "ok";
        };
        ChannelError: {
            error: {
                code: string;
                message: string;
            };
        };
        ChannelFile: {
            /** @enum {string} */
            type: "video" | "audio" | "voice" | "photo" | "sticker" | "document";
            id?: string | number;
            file: string;
            file_name: string;
            file_size: number;
            thumb?: string;
            emoji?: string;
            duration?: number;
            width?: number;
            height?: number;
            performer?: string;
            title?: string;
            text?: string;
        };
        ChannelLocation: {
            /** @enum {string} */
            type: "location";
            id?: string | number;
            latitude: number;
            longitude: number;
            text?: string;
        };
        ChannelMessage: components["schemas"]["ChannelText"] | components["schemas"]["ChannelTyping"] | components["schemas"]["ChannelFile"] | components["schemas"]["ChannelLocation"];
        ChannelReceipt: {
            /** @enum {string} */
            type: "delivered" | "seen" | "read";
            id: string | number;
        };
        ChannelReply: {
            sender: {
                name: string;
                photo: string;
            };
            recipient: {
                id: components["schemas"]["CustomerId"];
            };
            message: components["schemas"]["ChannelMessage"];
        };
        ChannelRequest: {
            sender: components["schemas"]["ChannelSender"];
            message: components["schemas"]["ChannelText"] | components["schemas"]["ChannelTyping"] | components["schemas"]["ChannelFile"] | components["schemas"]["ChannelLocation"] | components["schemas"]["ChannelReceipt"];
        };
        ChannelSender: {
            id: components["schemas"]["CustomerId"];
            name?: string | null;
            phone?: string | null;
            email?: string | null;
            photo?: string | null;
            url?: string | null;
            invite?: string | null;
        };
        /** @enum {number} */
        ChannelStatus: 0 | 1;
        ChannelText: {
            /** @enum {string} */
            type: "text";
            id?: string | number;
            text: string;
        };
        ChannelTyping: {
            /** @enum {string} */
            type: "typein" | "typeout";
        };
        CustomerId: string | number;
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendCustomerMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description CH-057: kept 24 h. */
                "Idempotency-Key"?: string;
            };
            path: {
                random_string: string;
                channel_public_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelRequest"];
            };
        };
        responses: {
            /** @description Accepted (CH-031). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelAccepted"];
                };
            };
            /** @description The body is wrong; nothing was stored (CH-039). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The channel is switched off (CH-110). */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Unknown address (CH-020). */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Another method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description More than 256 KiB (CH-034). */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Another content type or coding (CH-032). */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The key came with another body (CH-058). */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Above a limit; see Retry-After (CH-035). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Storage does not answer; see Retry-After (CH-037). */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
        };
    };
    getChannelStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                random_string: string;
                channel_public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 1 yes, 0 no. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelStatus"];
                };
            };
            /** @description Unknown address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Above a limit. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
        };
    };
    operatorMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ChannelReply"];
            };
        };
        responses: {
            /** @description `{"result":"ok"}`: accepted. An `error` object: refused (CH-080). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelAccepted"] | components["schemas"]["ChannelError"];
                };
            };
        };
    };
}
