// Generated: npm run x -- node packages/sdk/generate-types.ts
export interface paths {
    "/webhooks/{provider_id}/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Issued to the provider. */
                provider_id: string;
                /** @description Made by the provider, percent-encoded. */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * BOT_MESSAGE or INVITE_AGENT (BOT-010)
         * @description 200 is answered after the event is on disk, always within 3 s. After 500, 503, 504 or a lost answer the same body may be repeated within 30 s without effect for what was taken (BOT-085).
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
                /** @description Issued to the provider. */
                provider_id: string;
                /** @description Made by the provider, percent-encoded. */
                token: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same with authorization (BOT-011)
         * @description 200 is answered after the event is on disk, always within 3 s. After 500, 503, 504 or a lost answer the same body may be repeated within 30 s without effect for what was taken (BOT-085).
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
         * A customer wrote to the bot (BOT-023)
         * @description Posted to <provider_endpoint_url>/<token>, 3 attempts in 9 s at most, 3 s each, in order per chat, always with the same id, signed by Standard Webhooks.
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
         * An operator joined; the bot is detached (BOT-070, BOT-074)
         * @description Posted to <provider_endpoint_url>/<token>, 3 attempts in 9 s at most, 3 s each, in order per chat, always with the same id, signed by Standard Webhooks.
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
         * No operator came; the bot goes on (BOT-070)
         * @description Posted to <provider_endpoint_url>/<token>, 3 attempts in 9 s at most, 3 s each, in order per chat, always with the same id, signed by Standard Webhooks.
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
         * The chat was closed; only with the option (BOT-057)
         * @description Posted to <provider_endpoint_url>/<token>, 3 attempts in 9 s at most, 3 s each, in order per chat, always with the same id, signed by Standard Webhooks.
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
        BotAccepted: {
            /** @enum {string} */
            result: "ok";
            warnings?: components["schemas"]["BotWarning"][];
        };
        BotAgentJoined: {
            /** @enum {string} */
            event: "AGENT_JOINED";
            /** Format: uuid */
            id: string;
            client_id: string;
            chat_id: string;
        };
        BotAgentUnavailable: {
            /** @enum {string} */
            event: "AGENT_UNAVAILABLE";
            /** Format: uuid */
            id: string;
            client_id: string;
            chat_id: string;
        };
        BotButtons: {
            /** @enum {string} */
            type: "BUTTONS";
            title?: string;
            text?: string;
            buttons: {
                id?: string;
                text?: string;
            }[];
            timestamp?: number | string;
        };
        BotChatClosed: {
            /** @enum {string} */
            event: "CHAT_CLOSED";
            /** Format: uuid */
            id: string;
            client_id: string;
            chat_id: string;
        };
        BotClientMessage: {
            /** @enum {string} */
            event: "CLIENT_MESSAGE";
            /** Format: uuid */
            id: string;
            site_id: number;
            client_id: string;
            chat_id: string;
            agents_online: boolean;
            sender: {
                id: number;
                name: string;
                url: string;
                has_contacts: boolean;
            };
            channel: {
                id: string;
                /** @enum {string} */
                type: "widget" | "channel";
            };
            message: components["schemas"]["BotClientText"];
        };
        BotClientText: {
            /** @enum {string} */
            type: "TEXT";
            text: string;
            quoted?: string;
            button_id?: string;
            refers_to?: {
                /** @enum {string} */
                kind: "message" | "product" | "reaction";
                seq?: number;
                text?: string;
                author?: string;
                product?: {
                    id: string;
                    title?: string;
                };
            };
            timestamp: number;
        };
        BotError: {
            error: {
                /** @enum {unknown} */
                code: "invalid_request" | "invalid_client" | "unauthorized_client" | "access_denied" | "not_found" | "too_many_requests" | "server_error" | "server_overloaded" | "temporarily_unavailable" | "gateway_timeout";
                message: string;
                /** @enum {unknown} */
                reason?: "chat_not_found" | "chat_handed_over" | "chat_closed" | "unsupported_event";
            };
        };
        BotIncoming: components["schemas"]["BotMessage"] | components["schemas"]["BotInviteAgent"];
        BotIncomingMessage: components["schemas"]["BotText"] | components["schemas"]["BotMarkdown"] | components["schemas"]["BotButtons"];
        BotInviteAgent: {
            /** @enum {string} */
            event: "INVITE_AGENT";
            id?: string;
            client_id?: string;
            chat_id: string;
        };
        BotMarkdown: {
            /** @enum {string} */
            type: "MARKDOWN";
            content: string;
            text?: string;
            timestamp?: number | string;
        };
        BotMessage: {
            /** @enum {string} */
            event: "BOT_MESSAGE";
            id?: string;
            client_id?: string;
            chat_id: string;
            message: components["schemas"]["BotIncomingMessage"];
        };
        BotText: {
            /** @enum {string} */
            type: "TEXT";
            text: string;
            timestamp?: number | string;
        };
        BotWarning: {
            /** @enum {unknown} */
            code: "text_cut" | "channel_text_cut" | "button_text_cut" | "text_only" | "text_built" | "not_shown" | "client_id_ignored" | "timestamp_unreadable" | "not_utf8";
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
                /** @description Kept 24 h; the same key with the same body has one effect. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Issued to the provider. */
                provider_id: string;
                /** @description Made by the provider, percent-encoded. */
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
            /** @description Taken (BOT-080). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotAccepted"];
                };
            };
            /** @description The event is wrong, or its chat is not with this bot (BOT-073, BOT-081). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description invalid_client: unknown provider_id or token. unauthorized_client: the Authorization header, or the other address. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The connection, the provider or the account is switched off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The address is not formed like this one. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Another method, or an event that is not taken here. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description More than 256 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Another content type or coding (BOT-013). */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Above a limit; see Retry-After (BOT-084). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Too much at once; nothing was taken. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Storage does not answer, or the server stops; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Not processed within 2.9 s; the outcome may be unknown. */
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
                /** @description Kept 24 h; the same key with the same body has one effect. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Issued to the provider. */
                provider_id: string;
                /** @description Made by the provider, percent-encoded. */
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
            /** @description Taken (BOT-080). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotAccepted"];
                };
            };
            /** @description The event is wrong, or its chat is not with this bot (BOT-073, BOT-081). */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description invalid_client: unknown provider_id or token. unauthorized_client: the Authorization header, or the other address. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The connection, the provider or the account is switched off. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description The address is not formed like this one. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Another method, or an event that is not taken here. */
            405: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description More than 256 KiB. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Another content type or coding (BOT-013). */
            415: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Above a limit; see Retry-After (BOT-084). */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description A fault of ours. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Too much at once; nothing was taken. */
            502: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Storage does not answer, or the server stops; see Retry-After. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotError"];
                };
            };
            /** @description Not processed within 2.9 s; the outcome may be unknown. */
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
            /** @description Any 2xx: taken. The body is not read as an answer (BOT-051). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: a new access token is fetched once (BOT-034). */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: tried again (BOT-052). Every other 4xx is final. */
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
            /** @description Any 2xx: taken. The body is not read as an answer (BOT-051). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: a new access token is fetched once (BOT-034). */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: tried again (BOT-052). Every other 4xx is final. */
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
            /** @description Any 2xx: taken. The body is not read as an answer (BOT-051). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: a new access token is fetched once (BOT-034). */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: tried again (BOT-052). Every other 4xx is final. */
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
            /** @description Any 2xx: taken. The body is not read as an answer (BOT-051). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description With authorization: a new access token is fetched once (BOT-034). */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Also 408, 425, 429 and other 5xx: tried again (BOT-052). Every other 4xx is final. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
