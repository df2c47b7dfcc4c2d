// Generated: npm run x -- node packages/sdk/generate-types.ts
export interface paths {
    "/{random_string}/{channel_public_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Secret part of the inbound URL. */
                random_string: string;
                /** @description Public id of the channel. */
                channel_public_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message or a typing notice of a customer
         * @description The response 200 means that the message is stored. After a 5xx response or none, the outcome may be unknown: repeat the request with the same `Idempotency-Key`.
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
                /** @description Secret part of the inbound URL. */
                random_string: string;
                /** @description Public id of the channel. */
                channel_public_id: string;
            };
            cookie?: never;
        };
        /**
         * Check whether an operator can answer now
         * @description The body is a single character: `1` or `0`.
         */
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
         * An operator sent a message
         * @description Posted to the endpoint of your channel, signed by Standard Webhooks: at 0, 3 and 6 seconds until you accept it, with a timeout of 3 seconds each, in order per customer. The message id and `webhook-id` are the same in every attempt. Some error codes have an effect of their own: recipient_not_found, recipient_blocked, user_blocked, recipient_unsubscribed, message_rejected, unsupported_type, file_too_large, session_expired, invalid_request, invalid_client, unauthorized_client, access_denied, not_found, temporary, rate_limited, internal, duplicate, silent, typing_not_supported (CH-082).
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
        /** @description The message was accepted. */
        ChannelAccepted: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            result: "ok";
        };
        /** @description The message was not accepted. */
        ChannelError: {
            /** @description The error. */
            error: {
                /** @description Code for programs. */
                code: string;
                /** @description Text for people. */
                message: string;
            };
        };
        /** @description A file. */
        ChannelFile: {
            /**
             * @description Kind of file.
             * @enum {string}
             */
            type: "video" | "audio" | "voice" | "photo" | "sticker" | "document";
            /** @description Your id of the message, for logs. */
            id?: string | number;
            /** @description URL of the file, at most 2,048 characters. */
            file: string;
            /** @description Name to show. If missing in your request, the last part of the URL. */
            file_name: string;
            /** @description Size in bytes. */
            file_size: number;
            /** @description URL of a preview, 320 px wide. */
            thumb?: string;
            /** @description Emoji to show if the file cannot be displayed. */
            emoji?: string;
            /** @description Length in seconds. */
            duration?: number;
            /** @description Width in pixels. */
            width?: number;
            /** @description Height in pixels. */
            height?: number;
            /** @description Artist of an audio file. */
            performer?: string;
            /** @description Title of an audio file. */
            title?: string;
            /** @description Comment on the file, cut at 1,000 code points. */
            text?: string;
        };
        /** @description A location. */
        ChannelLocation: {
            /**
             * @description Always `location`.
             * @enum {string}
             */
            type: "location";
            /** @description Your id of the message, for logs. */
            id?: string | number;
            /** @description Latitude, −90 to 90. */
            latitude: number;
            /** @description Longitude, −180 to 180. */
            longitude: number;
            /** @description Comment on the location. */
            text?: string;
        };
        /** @description A message. */
        ChannelMessage: components["schemas"]["ChannelText"] | components["schemas"]["ChannelTyping"] | components["schemas"]["ChannelFile"] | components["schemas"]["ChannelLocation"];
        /** @description A receipt for a message that you got from Parlour. */
        ChannelReceipt: {
            /**
             * @description `delivered`: the customer's device received the message. `seen` or `read`: the customer saw it.
             * @enum {string}
             */
            type: "delivered" | "seen" | "read";
            /** @description Id of the message, as in `message.id` of the request that your endpoint got. */
            id: string | number;
        };
        /** @description A message of an operator or a bot. */
        ChannelReply: {
            /** @description The operator or bot. */
            sender: {
                /** @description Name to show. */
                name: string;
                /** @description Public URL of the picture. Empty if there is none. */
                photo: string;
            };
            /** @description Your customer. */
            recipient: {
                /** @description Your id of the customer, exactly as in their latest message. */
                id: components["schemas"]["CustomerId"];
            };
            /** @description The message. `message.id` is Parlour's id and the same in every attempt. */
            message: components["schemas"]["ChannelMessage"];
        };
        /** @description A message, a typing notice or a receipt of a customer. */
        ChannelRequest: {
            /** @description The customer. */
            sender: components["schemas"]["ChannelSender"];
            /** @description The message, typing notice or receipt. */
            message: components["schemas"]["ChannelText"] | components["schemas"]["ChannelTyping"] | components["schemas"]["ChannelFile"] | components["schemas"]["ChannelLocation"] | components["schemas"]["ChannelReceipt"];
        };
        /** @description The customer. */
        ChannelSender: {
            /** @description Your id of the customer: text of 1 to 255 characters, or an integer. `7` and `"7"` are the same customer (CH-041). */
            id: components["schemas"]["CustomerId"];
            /** @description Name that operators see, cut at 255 characters. Missing or empty keeps the stored value. */
            name?: string | null;
            /** @description Phone number, cut at 255 characters. Missing or empty keeps the stored value. */
            phone?: string | null;
            /** @description Email address, cut at 255 characters. Missing or empty keeps the stored value. */
            email?: string | null;
            /** @description URL of a picture, at most 2,048 characters, ideally 128 × 128 px. */
            photo?: string | null;
            /** @description URL of the page that the customer has open, at most 2,048 characters. */
            url?: string | null;
            /** @description The invitation that the customer saw, cut at 1,000 characters. Only operators see it. */
            invite?: string | null;
        };
        /**
         * @description Whether an operator can answer now: 1 yes, 0 no.
         * @enum {number}
         */
        ChannelStatus: 0 | 1;
        /** @description A text message. */
        ChannelText: {
            /**
             * @description Always `text`.
             * @enum {string}
             */
            type: "text";
            /** @description Your id of the message, for logs. It does not detect repeats: use `Idempotency-Key` for that. */
            id?: string | number;
            /** @description Text, cut at 1,000 code points. */
            text: string;
        };
        /** @description A typing notice. */
        ChannelTyping: {
            /**
             * @description `typein`: started to type. `typeout`: stopped.
             * @enum {string}
             */
            type: "typein" | "typeout";
        };
        /** @description Your id of the customer: text of 1 to 255 characters, or an integer. */
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
                /** @description Makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and creates nothing. The same key with another body returns 422 (CH-057). */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Secret part of the inbound URL. */
                random_string: string;
                /** @description Public id of the channel. */
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
            /** @description Accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelAccepted"];
                };
            };
            /** @description The body is not valid. Nothing was stored. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The channel is off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
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
            /** @description Wrong method. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The body has more than 256 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The content type or the encoding is not accepted. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The `Idempotency-Key` was used with another body. */
            422: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Too many requests. Try again after the time in `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelError"];
                };
            };
            /** @description The storage does not respond. Try again after the time in `Retry-After`. */
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
                /** @description Secret part of the inbound URL. */
                random_string: string;
                /** @description Public id of the channel. */
                channel_public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description 1: an operator can answer now. 0: nobody can. */
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
            /** @description Too many requests. */
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
            /** @description `{"result":"ok"}`: accepted. An `error` object: refused. */
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
