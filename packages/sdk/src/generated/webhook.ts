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
         * A call was requested or changed its status
         * @description Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * An operator accepted a chat for the first time
         * @description Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * An operator assigned a chat to its CRM card
         * @description Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * Data of the visitor changed during a chat
         * @description Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * A chat was closed
         * @description Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * A visitor left an offline message
         * @description Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * A chat began
         * @description Sent only to webhooks that name this event. Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * A chat has a new message
         * @description Sent only to webhooks that name this event. Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * A visitor rated a chat or changed the rating
         * @description Sent only to webhooks that name this event. Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * Contact data of a visitor changed
         * @description Sent only to webhooks that name this event. Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
         * A message could not be delivered
         * @description Sent only to webhooks that name this event. Sent at least once, in order per chat, until your endpoint answers with a 2xx status: ten attempts over about 75.5 hours, with a timeout of 15 seconds each. The same event always has the same `webhook-id`. A 410 response turns the webhook off (WH-060, WH-061).
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
        /** @description A call was requested or changed its status. */
        CallEvent: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "call_event";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
            /** @description The call. */
            call: components["schemas"]["WebhookCall"];
        };
        /** @description An operator accepted a chat for the first time. */
        ChatAccepted: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "chat_accepted";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
        };
        /** @description An operator assigned a chat to its CRM card. */
        ChatAssigned: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "chat_assigned";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
            /** @description The `crm_link` from your response. */
            assign_to: string;
        };
        /** @description A chat began. */
        ChatCreated: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "chat_created";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
        };
        /** @description A chat was closed. */
        ChatFinished: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "chat_finished";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operators who wrote in the chat or had it, in the order in which they joined. Empty if nobody did. */
            agents: components["schemas"]["WebhookAgent"][];
            /** @description The messages and the rating. */
            chat: components["schemas"]["WebhookChat"];
            /** @description The messages as plain text, one per line. */
            plain_messages: string;
            /** @description The messages as HTML, with all text escaped. */
            html_messages: string;
            /** @description Comment on the rating. Absent unless the webhook option is on. */
            rating_comment?: string;
        };
        /** @description A visitor rated a chat or changed the rating. */
        ChatRated: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "chat_rated";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
            /** @description Operators who wrote in the chat or had it. */
            agents: components["schemas"]["WebhookAgent"][];
            /**
             * @description The rating.
             * @enum {string}
             */
            rate: "positive" | "negative";
            /** @description Comment on the rating. Absent unless the webhook option is on. */
            rating_comment?: string;
        };
        /** @description Data of the visitor changed during a chat, or a closed chat was rated. */
        ChatUpdated: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "chat_updated";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
            /** @description The messages and the new rating. Only if a closed chat was rated. */
            chat?: components["schemas"]["WebhookChat"];
            /** @description Comment on the rating. Absent unless the webhook option is on. */
            rating_comment?: string;
        };
        /** @description A chat has a new message. */
        MessageCreated: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "message_created";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
            /** @description The message. */
            chat_message: components["schemas"]["WebhookChatMessage"];
        };
        /** @description A message could not be delivered, and no attempt follows. */
        MessageDeliveryFailed: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "message_delivery_failed";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            /** @description Operator who has the chat. Its `id` is `"0"` if nobody has it. */
            agent: components["schemas"]["WebhookAgent"];
            /** @description The message, without its text. */
            chat_message: components["schemas"]["WebhookChatMessage"];
            /** @description The failed delivery. */
            delivery: components["schemas"]["WebhookFailedDelivery"];
        };
        /** @description A visitor left an offline message. */
        OfflineMessageEvent: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "offline_message";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the offline message. */
            offline_message_id: string;
            /** @description Text of the message. */
            message: string;
            /** @description Time of the message, in Unix seconds. */
            timestamp: number;
        };
        /** @description Contact data of a visitor changed. */
        VisitorUpdated: {
            /**
             * @description Name of the event, also in the header `Parlour-Event`.
             * @enum {string}
             */
            event_name: "visitor_updated";
            /** @description Public id of the channel: the widget id of the code on the page, or `CHANNEL_PUBLIC_ID`. */
            widget_id: string;
            /** @description Value that the page passed to `setUserToken`. Absent if it passed none. */
            user_token?: string;
            /** @description Time of the event, in Unix seconds. */
            event_timestamp: number;
            /** @description The visitor. */
            visitor: components["schemas"]["WebhookVisitor"];
            /** @description Department that the visitor chose before the chat. Absent if none. */
            department?: components["schemas"]["WebhookDepartment"];
            /** @description Origin of the visit. */
            session: components["schemas"]["WebhookSession"];
            /** @description Page that the visitor has open. */
            page: components["schemas"]["WebhookPage"];
            /** @description Client ids of analytics tools. Absent unless the widget option is on and an id is known. */
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the running chat. Absent if there is none. */
            chat_id?: number;
            /** @description Operator who has the chat. Absent without a running chat. */
            agent?: components["schemas"]["WebhookAgent"];
            /** @description Values that were set. A removed value is not listed. */
            changes: components["schemas"]["WebhookVisitorChange"][];
        };
        /** @description An operator. Unknown texts are empty. */
        WebhookAgent: {
            /** @description Id of the operator, as text. `"0"` if nobody has the chat. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description Phone number. */
            phone: string;
        };
        /** @description Client ids of analytics tools. */
        WebhookAnalytics: {
            /** @description Client id of the `_ga` cookie. */
            ga?: string;
            /** @description Value of the `_ym_uid` cookie. */
            ym?: string;
        };
        /** @description A call. */
        WebhookCall: {
            /**
             * @description `callback`: the visitor asked to be called.
             * @enum {string}
             */
            type: "callback" | "incoming" | "outgoing";
            /** @description Phone number of the visitor. */
            phone: string;
            /**
             * @description Status of the call.
             * @enum {string}
             */
            status: "start" | "agent_connected" | "client_connected" | "end" | "error";
            /** @description Why the call failed. Only with `error`. */
            reason?: string;
            /** @description URL of the recording. Only with `end`, and if there is one. */
            record_url?: string;
        };
        /** @description UTM parameters. Unknown texts are empty. */
        WebhookCampaign: {
            /** @description `utm_source`. */
            source: string;
            /** @description `utm_campaign`. */
            campaign: string;
            /** @description `utm_content`. */
            content: string;
            /** @description `utm_medium`. */
            medium: string;
            /** @description `utm_term`. */
            term: string;
        };
        /** @description The messages and the rating of a chat. */
        WebhookChat: {
            /** @description The messages, in order. */
            messages: components["schemas"]["WebhookMessage"][];
            /** @description The rating. Null if there is none. */
            rate: ("positive" | "negative") | null;
            /** @description Whether the visitor is blocked. */
            blacklisted: boolean;
            /** @description Text of the invitation. Absent if none was shown. */
            invitation?: string;
            /** @description Time of the invitation, in Unix seconds. Absent if none was shown. */
            invite_timestamp?: number;
            /**
             * @description Present if the oldest messages were left out, because the body would exceed 1 MiB.
             * @enum {boolean}
             */
            truncated?: true;
        };
        /** @description A message. */
        WebhookChatMessage: {
            /** @description Id of the message. */
            id: number;
            /** @description Sequence number in the chat: 1, 2, 3 and so on. */
            seq: number;
            /**
             * @description Author of the message. `system`: Parlour itself.
             * @enum {string}
             */
            type: "visitor" | "agent" | "bot" | "system";
            /**
             * @description Kind of the message.
             * @enum {string}
             */
            kind: "text" | "media" | "buttons" | "markdown";
            /** @description Time when Parlour received the message, in Unix seconds. */
            timestamp: number;
            /** @description Id of the operator. Only for `agent`. */
            agent_id?: number;
            /** @description Name of the author. Empty if unknown. */
            name: string;
            /** @description Text. For a file, the comment and the URL. Only in `message_created`, and only if the webhook option is on. */
            message?: string;
            /** @description What the message of the customer answers, is about or reacted to. Absent if nothing is known. It has texts only if `message` is present. */
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
            /** @description Earlier messages that an email repeats, and its signature. Absent if there are none, or without `message`. */
            quoted?: string;
            /** @description Subject of the email. Absent for other messages, or without `message`. */
            subject?: string;
            /** @description Recipients of the email, without hidden ones. Absent for other messages, or without `message`. */
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
            /** @description What happened. Only for `system`. */
            code?: string;
        };
        /** @description One entry of the data about a visitor that operators see. */
        WebhookCustomData: {
            /** @description Text above the entry. */
            title: string;
            /** @description Text of the entry. */
            content: string;
            /** @description URL that opens when an operator clicks the entry. */
            link?: string;
            /** @description Bold text before the content. */
            key?: string;
            /**
             * @description `webhook`: from your response. `page`: from a script of the page, so it may be forged.
             * @enum {string}
             */
            source: "webhook" | "page";
        };
        /** @description Your response, with data for the operator. */
        WebhookDataReply: {
            /** @description `ok`, in upper or lower case. With any other value, Parlour ignores the data. */
            result: string;
            /** @description Entries that operators see, in this order, at most 50. They replace those of your earlier responses. If missing, those stay. */
            custom_data?: {
                /** @description Text above the entry, cut at 100 characters. */
                title?: string;
                /** @description Text of the entry, cut at 1,000 characters. */
                content?: string;
                /** @description Bold text before the content, cut at 100 characters. */
                key?: string;
                /** @description URL to open: http, https, mailto or tel, at most 2,048 characters. */
                link?: string;
            }[];
            /** @description Contacts of the visitor. Values that are not empty replace the stored ones. */
            contact_info?: {
                /** @description Name, cut at 255 characters. */
                name?: string;
                /** @description Phone number, cut at 255 characters. */
                phone?: string;
                /** @description Email address, cut at 255 characters. */
                email?: string;
            };
            /** @description Whether to show the button that assigns the chat to the CRM card. Needs `crm_link`. */
            enable_assign?: boolean;
            /** @description URL of the card in your CRM, http or https. */
            crm_link?: string;
            /** @description Page to show for the chat. */
            page?: {
                /** @description URL of the page. */
                url: string;
                /** @description Title of the page, cut at 1,000 characters. */
                title?: string;
            };
        };
        /** @description A department. */
        WebhookDepartment: {
            /** @description Id of the department. */
            id: number;
            /** @description Name of the department. */
            name: string;
        };
        /**
         * @description Name of a webhook event. The first six are sent by default; the others only if the webhook names them.
         * @enum {string}
         */
        WebhookEvent: "call_event" | "chat_accepted" | "chat_assigned" | "chat_updated" | "chat_finished" | "offline_message" | "chat_created" | "message_created" | "chat_rated" | "visitor_updated" | "message_delivery_failed";
        /** @description A failed delivery. */
        WebhookFailedDelivery: {
            /** @description Id in the delivery log. */
            id: number;
            /**
             * @description Where the message could not be sent.
             * @enum {string}
             */
            to: "channel" | "bot" | "mail";
            /** @description Number of attempts. */
            attempts: number;
            /** @description Why the last attempt failed. */
            code: string;
        };
        /** @description Location of the IP address. Unknown texts are empty. */
        WebhookGeoip: {
            /** @description Code of the region. */
            region_code: string;
            /** @description Name of the country. */
            country: string;
            /** @description ISO 3166-1 alpha-2 code of the country. */
            country_code: string;
            /** @description Name of the region. */
            region: string;
            /** @description Name of the city. */
            city: string;
            /** @description Latitude, as text. */
            latitude: string;
            /** @description Longitude, as text. */
            longitude: string;
            /** @description Organization that owns the address. */
            organization: string;
        };
        /** @description A message in the log of a chat. */
        WebhookMessage: {
            /** @description Text. For a file, the comment and the URL. */
            message: string;
            /** @description Time when Parlour received the message, in Unix seconds. */
            timestamp: number;
            /**
             * @description `visitor`, or `agent` for an operator or a bot.
             * @enum {string}
             */
            type: "visitor" | "agent";
            /** @description Id of the operator. 0 for a bot. Only for `agent`. */
            agent_id?: number;
            /**
             * @description Present on messages that arrived after the visitor was blocked.
             * @enum {boolean}
             */
            blacklisted?: true;
        };
        /** @description A page. Unknown texts are empty. */
        WebhookPage: {
            /** @description URL of the page. */
            url: string;
            /** @description Title of the page. */
            title: string;
        };
        /** @description Your response. Data in it is ignored for this event. */
        WebhookReply: {
            /** @description `ok`, in upper or lower case. */
            result: string;
        };
        /** @description Origin of the visit. Unknown texts are empty. */
        WebhookSession: {
            /** @description Location of the IP address. */
            geoip: components["schemas"]["WebhookGeoip"];
            /** @description Deprecated. Use `utm_json`. */
            utm: string;
            /** @description UTM parameters of the first page of the visit. */
            utm_json: components["schemas"]["WebhookCampaign"];
            /** @description IP address. Empty on chat API channels. */
            ip_addr: string;
            /** @description Browser, as it names itself. Empty on chat API channels. */
            user_agent: string;
        };
        /** @description An account at another network. */
        WebhookSocialProfile: {
            /** @description Id at the network. */
            id?: string;
            /** @description Name at the network. */
            name?: string;
            /** @description URL of the profile. */
            url?: string;
        };
        /** @description A tag of the chat. */
        WebhookTag: {
            /** @description Id of the tag. */
            id: number;
            /** @description Name of the tag. */
            title: string;
        };
        /** @description The visitor. Unknown texts are empty. */
        WebhookVisitor: {
            /** @description Name. */
            name: string;
            /** @description Email address. */
            email: string;
            /** @description Phone number. */
            phone: string;
            /** @description Number of the visitor in the account. */
            number: string;
            /** @description Description by operators, by the page or by an integrator. */
            description: string;
            /** @description Accounts at other networks, by name of the network. Empty if none is known. */
            social: {
                [key: string]: components["schemas"]["WebhookSocialProfile"];
            };
            /** @description Number of chats of this visitor, including this one. */
            chats_count: number;
        };
        /** @description A value that was set. */
        WebhookVisitorChange: {
            /**
             * @description Name of the value in `visitor`.
             * @enum {string}
             */
            field: "name" | "email" | "phone" | "description";
            /**
             * @description Who set it.
             * @enum {string}
             */
            by: "visitor" | "signed" | "page" | "channel" | "webhook" | "operator";
            /** @description Id of the operator. Only for `operator`. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDataReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
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
                /** @description Number of the event for this endpoint and chat: 1, 2, 3 and so on. Use it to restore the order (WH-064). */
                "Parlour-Seq": string;
                /** @description `1` for a test event. Absent otherwise. */
                "Parlour-Test"?: "1";
                /** @description Id of the event. It is the same in every attempt and replay: use it to detect repeats (WH-063). */
                "webhook-id": string;
                /** @description Time of this attempt, in Unix seconds. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks 1.0.0: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` (WH-073). */
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
            /** @description Parlour turns the webhook off and sends nothing more. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Accepted. Parlour uses data of the body only if `result` is `ok` (WH-041). */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReply"];
                };
            };
            /** @description Not accepted: Parlour tries again. For 429 and 503 it waits as long as `Retry-After` says. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
