// Generated: npm run x -- node packages/sdk/generate-types.ts
export type paths = Record<string, never>;
export interface webhooks {
    call_event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Operators get a new call, or a call changes its status
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["callEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    chat_accepted: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operator takes a chat for the first time (WH-011)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["chatAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    chat_assigned: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The operator binds the chat to the CRM card returned as crm_link (WH-045)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["chatAssigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    chat_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What is known of the visitor changed while the chat runs (WH-012)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["chatUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    chat_finished: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The chat has ended (WH-013)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["chatFinished"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    offline_message: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A visitor sent the offline form (WH-032)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["offlineMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    chat_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A chat begins; only to webhooks that name it (WH-105)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["chatCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    message_created: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A chat has a new message; only to webhooks that name it (WH-108)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["messageCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    chat_rated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The visitor rates a chat or changes the rating (WH-110)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["chatRated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    visitor_updated: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Name, e-mail, phone or description of a visitor changed (WH-111)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["visitorUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    message_delivery_failed: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message could not be delivered, and no attempt follows (WH-112)
         * @description Sent at least once, until a 2xx is answered: ten attempts over 75 h 35 min, 15 s each (WH-060, WH-061). 410 switches the endpoint off.
         */
        post: operations["messageDeliveryFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        CallEvent: {
            /** @enum {string} */
            event_name: "call_event";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            call: components["schemas"]["WebhookCall"];
        };
        ChatAccepted: {
            /** @enum {string} */
            event_name: "chat_accepted";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
        };
        ChatAssigned: {
            /** @enum {string} */
            event_name: "chat_assigned";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            assign_to: string;
        };
        ChatCreated: {
            /** @enum {string} */
            event_name: "chat_created";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
        };
        ChatFinished: {
            /** @enum {string} */
            event_name: "chat_finished";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agents: components["schemas"]["WebhookAgent"][];
            chat: components["schemas"]["WebhookChat"];
            plain_messages: string;
            html_messages: string;
            rating_comment?: string;
        };
        ChatRated: {
            /** @enum {string} */
            event_name: "chat_rated";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            agents: components["schemas"]["WebhookAgent"][];
            /** @enum {string} */
            rate: "positive" | "negative";
            rating_comment?: string;
        };
        ChatUpdated: {
            /** @enum {string} */
            event_name: "chat_updated";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            chat?: components["schemas"]["WebhookChat"];
            rating_comment?: string;
        };
        MessageCreated: {
            /** @enum {string} */
            event_name: "message_created";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            chat_message: components["schemas"]["WebhookChatMessage"];
        };
        MessageDeliveryFailed: {
            /** @enum {string} */
            event_name: "message_delivery_failed";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            chat_message: components["schemas"]["WebhookChatMessage"];
            delivery: components["schemas"]["WebhookFailedDelivery"];
        };
        OfflineMessageEvent: {
            /** @enum {string} */
            event_name: "offline_message";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            offline_message_id: string;
            message: string;
            timestamp: number;
        };
        VisitorUpdated: {
            /** @enum {string} */
            event_name: "visitor_updated";
            widget_id: string;
            user_token?: string;
            event_timestamp: number;
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            tags?: components["schemas"]["WebhookTag"][];
            invitation?: string;
            custom_data?: components["schemas"]["WebhookCustomData"][];
            chat_id?: number;
            agent?: components["schemas"]["WebhookAgent"];
            changes: components["schemas"]["WebhookVisitorChange"][];
        };
        WebhookAgent: {
            id: string;
            name: string;
            email: string;
            phone: string;
        };
        WebhookAnalytics: {
            ga?: string;
            ym?: string;
        };
        WebhookCall: {
            /** @enum {string} */
            type: "callback" | "incoming" | "outgoing";
            phone: string;
            /** @enum {string} */
            status: "start" | "agent_connected" | "client_connected" | "end" | "error";
            reason?: string;
            record_url?: string;
        };
        WebhookCampaign: {
            source: string;
            campaign: string;
            content: string;
            medium: string;
            term: string;
        };
        WebhookChat: {
            messages: components["schemas"]["WebhookMessage"][];
            rate: ("positive" | "negative") | null;
            blacklisted: boolean;
            invitation?: string;
            invite_timestamp?: number;
            /** @enum {boolean} */
            truncated?: true;
        };
        WebhookChatMessage: {
            id: number;
            seq: number;
            /** @enum {string} */
            type: "visitor" | "agent" | "bot" | "system";
            /** @enum {string} */
            kind: "text" | "media" | "buttons" | "markdown";
            timestamp: number;
            agent_id?: number;
            name: string;
            message?: string;
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
            quoted?: string;
            code?: string;
        };
        WebhookCustomData: {
            title: string;
            content: string;
            link?: string;
            key?: string;
            /** @enum {string} */
            source: "webhook" | "page";
        };
        WebhookDataReply: {
            /** @description `ok` in any case; anything else: the data is not passed to the operator. */
            result: string;
            custom_data?: {
                title?: string;
                content?: string;
                key?: string;
                /** @description http, https, mailto or tel */
                link?: string;
            }[];
            contact_info?: {
                name?: string;
                phone?: string;
                email?: string;
            };
            enable_assign?: boolean;
            crm_link?: string;
            page?: {
                url: string;
                title?: string;
            };
        };
        WebhookDepartment: {
            id: number;
            name: string;
        };
        /** @enum {string} */
        WebhookEvent: "call_event" | "chat_accepted" | "chat_assigned" | "chat_updated" | "chat_finished" | "offline_message" | "chat_created" | "message_created" | "chat_rated" | "visitor_updated" | "message_delivery_failed";
        WebhookFailedDelivery: {
            id: number;
            /** @enum {string} */
            to: "channel" | "bot" | "mail";
            attempts: number;
            code: string;
        };
        WebhookGeoip: {
            region_code: string;
            country: string;
            country_code: string;
            region: string;
            city: string;
            latitude: string;
            longitude: string;
            organization: string;
        };
        WebhookMessage: {
            message: string;
            timestamp: number;
            /** @enum {string} */
            type: "visitor" | "agent";
            agent_id?: number;
            /** @enum {boolean} */
            blacklisted?: true;
        };
        WebhookPage: {
            url: string;
            title: string;
        };
        WebhookReply: {
            /** @description `ok` in any case; anything else: the data is not passed to the operator. */
            result: string;
        };
        WebhookSession: {
            geoip: components["schemas"]["WebhookGeoip"];
            utm: string;
            utm_json: components["schemas"]["WebhookCampaign"];
            ip_addr: string;
            user_agent: string;
        };
        WebhookSocialProfile: {
            id?: string;
            name?: string;
            url?: string;
        };
        WebhookTag: {
            id: number;
            title: string;
        };
        WebhookVisitor: {
            name: string;
            email: string;
            phone: string;
            number: string;
            description: string;
            social: {
                [key: string]: components["schemas"]["WebhookSocialProfile"];
            };
            chats_count: number;
        };
        WebhookVisitorChange: {
            /** @enum {string} */
            field: "name" | "email" | "phone" | "description";
            /** @enum {string} */
            by: "visitor" | "signed" | "page" | "channel" | "webhook" | "operator";
            agent_id?: number;
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
    callEvent: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatAccepted"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatAssigned: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatAssigned"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatUpdated"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatFinished: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatFinished"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    offlineMessage: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfflineMessageEvent"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatCreated"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    messageCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageCreated"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    chatRated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatRated"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    visitorUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorUpdated"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    messageDeliveryFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description Name of the event. */
                "Parlour-Event": components["schemas"]["WebhookEvent"];
                /** @description Counts 1, 2, 3 … per endpoint and chat: restores the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1`: a test event (WH-070). */
                "Parlour-Test"?: "1";
                /** @description The same in every attempt and replay: what was seen before is dropped by it (WH-063). */
                "webhook-id": string;
                /** @description Unix seconds of this attempt. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body` (WH-073). */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageDeliveryFailed"];
            };
        };
        responses: {
            /** @description Gone: nothing more is sent (WH-062). */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Taken. Data is used only with `result` ok (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not taken: sent again. `Retry-After` of 429 and 503 is followed (WH-061). */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
