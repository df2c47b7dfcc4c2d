// Generated: npm run x -- node packages/sdk/generate-types.ts
export interface paths {
    "/webhooks/{provider_id}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id that the installation issued to the provider. */
                provider_id: string;
                /** @description Token that the provider generated for this bot, percent-encoded. */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a bot message or invite an operator
         * @description Post `BOT_MESSAGE` or `INVITE_AGENT`. Use this address if no authorization is configured. The response 200 means that the event is stored. It is sent within 3 seconds. After 500, 503, 504 or no response, you can repeat the same body within 30 seconds: an event that was accepted already has no further effect (BOT-085).
         */
        post: operations["sendBotEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{provider_id}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id that the installation issued to the provider. */
                provider_id: string;
                /** @description Token that the provider generated for this bot, percent-encoded. */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a bot event with authorization
         * @description Post `BOT_MESSAGE` or `INVITE_AGENT`. Use this address if authorization is configured. The response 200 means that the event is stored. It is sent within 3 seconds. After 500, 503, 504 or no response, you can repeat the same body within 30 seconds: an event that was accepted already has no further effect (BOT-085).
         */
        post: operations["sendBotEventAuthorized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    CLIENT_MESSAGE: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A customer sent a message to the bot
         * @description Posted to `<provider_endpoint_url>/<token>`, signed by Standard Webhooks. At most 3 attempts in 9 seconds, with a timeout of 3 seconds each, in order per chat, always with the same `id`.
         */
        post: operations["clientMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    AGENT_JOINED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operator joined the chat
         * @description The bot no longer answers in this chat. Posted to `<provider_endpoint_url>/<token>`, signed by Standard Webhooks. At most 3 attempts in 9 seconds, with a timeout of 3 seconds each, in order per chat, always with the same `id`.
         */
        post: operations["agentJoined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    AGENT_UNAVAILABLE: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * No operator joined the chat
         * @description The bot continues to answer. Posted to `<provider_endpoint_url>/<token>`, signed by Standard Webhooks. At most 3 attempts in 9 seconds, with a timeout of 3 seconds each, in order per chat, always with the same `id`.
         */
        post: operations["agentUnavailable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    CHAT_CLOSED: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A chat of the bot was closed
         * @description Sent only if the option `sends_chat_closed` is on. Posted to `<provider_endpoint_url>/<token>`, signed by Standard Webhooks. At most 3 attempts in 9 seconds, with a timeout of 3 seconds each, in order per chat, always with the same `id`.
         */
        post: operations["chatClosed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** @description The event was accepted. */
        BotAccepted: {
            /**
             * @description Always `ok`.
             * @enum {string}
             */
            result: "ok";
            /** @description Parts of the event that had no effect. Absent if there are none. */
            warnings?: components["schemas"]["BotWarning"][];
        };
        /** @description An operator joined the chat. The bot no longer answers. */
        BotAgentJoined: {
            /**
             * @description Always `AGENT_JOINED`.
             * @enum {string}
             */
            event: "AGENT_JOINED";
            /**
             * Format: uuid
             * @description Id of the event. It is the same in every attempt.
             */
            id: string;
            /** @description Id of the customer, as text. */
            client_id: string;
            /** @description Id of the chat, as text. */
            chat_id: string;
        };
        /** @description No operator joined after an invitation. The bot continues to answer. */
        BotAgentUnavailable: {
            /**
             * @description Always `AGENT_UNAVAILABLE`.
             * @enum {string}
             */
            event: "AGENT_UNAVAILABLE";
            /**
             * Format: uuid
             * @description Id of the event. It is the same in every attempt.
             */
            id: string;
            /** @description Id of the customer, as text. */
            client_id: string;
            /** @description Id of the chat, as text. */
            chat_id: string;
        };
        /** @description A message with buttons. */
        BotButtons: {
            /**
             * @description Always `BUTTONS`.
             * @enum {string}
             */
            type: "BUTTONS";
            /** @description Text above the buttons. */
            title?: string;
            /** @description Text for channels without buttons. If missing, the title and numbered labels. */
            text?: string;
            /** @description 1 to 3 buttons. */
            buttons: {
                /** @description Id that comes back as `button_id`. If missing, the position: `1`, `2` or `3`. */
                id?: string;
                /** @description Label, cut at 80 code points. If missing, the id. */
                text?: string;
            }[];
            /** @description Time in Unix seconds. It has no effect: messages are ordered by arrival. */
            timestamp?: number | string;
        };
        /** @description The chat was closed. */
        BotChatClosed: {
            /**
             * @description Always `CHAT_CLOSED`.
             * @enum {string}
             */
            event: "CHAT_CLOSED";
            /**
             * Format: uuid
             * @description Id of the event. It is the same in every attempt.
             */
            id: string;
            /** @description Id of the customer, as text. */
            client_id: string;
            /** @description Id of the chat, as text. */
            chat_id: string;
        };
        /** @description A message of a customer. */
        BotClientMessage: {
            /**
             * @description Always `CLIENT_MESSAGE`.
             * @enum {string}
             */
            event: "CLIENT_MESSAGE";
            /**
             * Format: uuid
             * @description Id of the event. It is the same in every attempt.
             */
            id: string;
            /** @description Id of the account. */
            site_id: number;
            /** @description Id of the customer, as text. */
            client_id: string;
            /** @description Id of the chat, as text. */
            chat_id: string;
            /** @description Whether an operator could take this chat now. */
            agents_online: boolean;
            /** @description The customer. */
            sender: {
                /** @description `client_id` as a number. */
                id: number;
                /** @description Name. Empty if unknown. */
                name: string;
                /** @description URL of the page that the customer has open. Empty if unknown. */
                url: string;
                /** @description Whether an email address or a phone number is known. */
                has_contacts: boolean;
            };
            /** @description Channel on which the customer writes. */
            channel: {
                /** @description Public id of the channel. */
                id: string;
                /**
                 * @description `widget` or `channel` (any other kind).
                 * @enum {string}
                 */
                type: "widget" | "channel";
            };
            /** @description The message. */
            message: components["schemas"]["BotClientText"];
        };
        /** @description A message of a customer, always as text. */
        BotClientText: {
            /**
             * @description Always `TEXT`.
             * @enum {string}
             */
            type: "TEXT";
            /** @description Text. For a file, the comment and the URL. */
            text: string;
            /** @description Earlier messages that an email repeats, and its signature. Absent if there are none. */
            quoted?: string;
            /** @description Subject of the email. Absent for other messages. */
            subject?: string;
            /** @description Recipients of the email. Absent for other messages. */
            recipients?: {
                /** @description Addresses in `To`. */
                to: {
                    /** @description The email address. */
                    address: string;
                    /** @description Display name. Empty if there is none. */
                    name: string;
                }[];
                /** @description Addresses in `Cc`. */
                cc: {
                    /** @description The email address. */
                    address: string;
                    /** @description Display name. Empty if there is none. */
                    name: string;
                }[];
            };
            /** @description Id of the button that the customer pressed or whose number they typed. Absent otherwise. */
            button_id?: string;
            /** @description What the message of the customer answers, is about or reacted to. Absent if nothing is known. */
            refers_to?: {
                /**
                 * @description `message`: an earlier message. `product`: a product of the catalog. `reaction`: the message to which the customer reacted.
                 * @enum {string}
                 */
                kind: "message" | "product" | "reaction";
                /** @description Sequence number of the message in this chat. Absent if it is in another chat or unknown. */
                seq?: number;
                /** @description Beginning of the text. Absent if unknown. */
                text?: string;
                /** @description Name of the author. Absent if unknown. */
                author?: string;
                /** @description The product. Absent for other kinds. */
                product?: {
                    /** @description Id of the product in the catalog of the shop. */
                    id: string;
                    /** @description Name of the product. Absent if unknown. */
                    title?: string;
                };
            };
            /** @description Time of the message, in Unix seconds. */
            timestamp: number;
        };
        /** @description The event was not accepted. */
        BotError: {
            /** @description The error. */
            error: {
                /**
                 * @description Code for programs.
                 * @enum {unknown}
                 */
                code: "invalid_request" | "invalid_client" | "unauthorized_client" | "access_denied" | "not_found" | "too_many_requests" | "server_error" | "server_overloaded" | "temporarily_unavailable" | "gateway_timeout";
                /** @description Text for people. */
                message: string;
                /**
                 * @description More specific reason. Absent if there is none.
                 * @enum {unknown}
                 */
                reason?: "chat_not_found" | "chat_handed_over" | "chat_closed" | "unsupported_event";
            };
        };
        /** @description An event of the bot. */
        BotIncoming: components["schemas"]["BotMessage"] | components["schemas"]["BotInviteAgent"];
        /** @description A message of the bot. */
        BotIncomingMessage: components["schemas"]["BotText"] | components["schemas"]["BotMarkdown"] | components["schemas"]["BotButtons"];
        /** @description An invitation of operators to the chat. */
        BotInviteAgent: {
            /**
             * @description Always `INVITE_AGENT`.
             * @enum {string}
             */
            event: "INVITE_AGENT";
            /** @description Your id of the event, for logs. */
            id?: string;
            /** @description Id of the customer. If missing, the customer of the chat. */
            client_id?: string;
            /** @description Id of the chat, as text. */
            chat_id: string;
        };
        /** @description A formatted message. */
        BotMarkdown: {
            /**
             * @description Always `MARKDOWN`.
             * @enum {string}
             */
            type: "MARKDOWN";
            /** @description Text with links, bold and italic only. */
            content: string;
            /** @description Text for channels that show plain text. If missing, Parlour builds one. */
            text?: string;
            /** @description Time in Unix seconds. It has no effect: messages are ordered by arrival. */
            timestamp?: number | string;
        };
        /** @description A message of the bot. */
        BotMessage: {
            /**
             * @description Always `BOT_MESSAGE`.
             * @enum {string}
             */
            event: "BOT_MESSAGE";
            /** @description Your id of the event, for logs. */
            id?: string;
            /** @description Id of the customer. If missing, the customer of the chat. */
            client_id?: string;
            /** @description Id of the chat, as text. */
            chat_id: string;
            /** @description The message. */
            message: components["schemas"]["BotIncomingMessage"];
        };
        /** @description A text message. */
        BotText: {
            /**
             * @description Always `TEXT`.
             * @enum {string}
             */
            type: "TEXT";
            /** @description Text, cut at 4,000 code points. */
            text: string;
            /** @description Time in Unix seconds. It has no effect: messages are ordered by arrival. */
            timestamp?: number | string;
        };
        /** @description A part of the event that had no effect. */
        BotWarning: {
            /**
             * @description Code for programs.
             * @enum {unknown}
             */
            code: "text_cut" | "channel_text_cut" | "button_text_cut" | "text_only" | "text_built" | "not_shown" | "client_id_ignored" | "timestamp_unreadable" | "not_utf8";
            /** @description Text for people. */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    sendBotEvent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe. For 24 hours, the same key with the same body has one effect. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id that the installation issued to the provider. */
                provider_id: string;
                /** @description Token that the provider generated for this bot, percent-encoded. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotIncoming"];
            };
        };
        responses: {
            /** @description Accepted and stored. `warnings` names parts that had no effect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotAccepted"];
                };
            };
            /** @description The event is not valid, or its chat is not with this bot. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description `invalid_client`: unknown provider id or token. `unauthorized_client`: wrong `Authorization` header, or use the other address. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The bot, the provider or the account is turned off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The path is not a valid address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Wrong method, or an event that is not accepted here. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The body has more than 256 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The content type or the encoding is not accepted. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Too many requests. Try again after the time in `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Too many requests at once. Nothing was accepted. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The storage does not respond, or the server is stopping. Try again after the time in `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Not processed within 2.9 seconds. The outcome may be unknown. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
        };
    };
    sendBotEventAuthorized: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeated request safe. For 24 hours, the same key with the same body has one effect. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id that the installation issued to the provider. */
                provider_id: string;
                /** @description Token that the provider generated for this bot, percent-encoded. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotIncoming"];
            };
        };
        responses: {
            /** @description Accepted and stored. `warnings` names parts that had no effect. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotAccepted"];
                };
            };
            /** @description The event is not valid, or its chat is not with this bot. */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description `invalid_client`: unknown provider id or token. `unauthorized_client`: wrong `Authorization` header, or use the other address. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The bot, the provider or the account is turned off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The path is not a valid address. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Wrong method, or an event that is not accepted here. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The body has more than 256 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The content type or the encoding is not accepted. */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Too many requests. Try again after the time in `Retry-After`. */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Internal error. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Too many requests at once. Nothing was accepted. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The storage does not respond, or the server is stopping. Try again after the time in `Retry-After`. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Not processed within 2.9 seconds. The outcome may be unknown. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
        };
    };
    clientMessage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BotClientMessage"];
            };
        };
        responses: {
            /** @description Any 2xx: accepted. The body is not read as an answer; post answers to Parlour instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: Parlour requests a new access token once. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: Parlour tries again. Any other 4xx is final. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentJoined: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BotAgentJoined"];
            };
        };
        responses: {
            /** @description Any 2xx: accepted. The body is not read as an answer; post answers to Parlour instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: Parlour requests a new access token once. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: Parlour tries again. Any other 4xx is final. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    agentUnavailable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BotAgentUnavailable"];
            };
        };
        responses: {
            /** @description Any 2xx: accepted. The body is not read as an answer; post answers to Parlour instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: Parlour requests a new access token once. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: Parlour tries again. Any other 4xx is final. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatClosed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["BotChatClosed"];
            };
        };
        responses: {
            /** @description Any 2xx: accepted. The body is not read as an answer; post answers to Parlour instead. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: Parlour requests a new access token once. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: Parlour tries again. Any other 4xx is final. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
