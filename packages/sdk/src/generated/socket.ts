// Generated: npm run x -- node packages/sdk/generate-types.ts
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description Why operators were or were not offered a chat. */
        Assignment: {
            /** @description Routing rules that were applied. */
            rules: string[];
            /** @description Ids of the operators who could get the chat. */
            eligible: number[];
            /** @description Operators who could not. */
            others: {
                /** @description Id of the operator. */
                operator_id: number;
                /** @description Why not: `offline`, `away`, `at_limit`, `not_in_department` or `not_on_channel`. */
                reasons: string[];
            }[];
        };
        /** @description Who wrote a message. */
        Author: {
            kind: components["schemas"]["AuthorKind"];
            /** @description Id of the visitor, operator or bot. Null for `system`. */
            id: number | null;
            /** @description Display name. Empty if unknown. */
            name: string;
        };
        /**
         * @description Kind of author. `system`: Parlour itself.
         * @enum {string}
         */
        AuthorKind: "visitor" | "operator" | "bot" | "system";
        /** @description A call, with its visitor and channel. */
        Call: {
            /** @description Id of the call. */
            id: number;
            /**
             * @description `callback`: the visitor asked to be called. `incoming`: the visitor called. `outgoing`: an operator calls.
             * @enum {string}
             */
            type: "callback" | "incoming" | "outgoing";
            /** @description Phone number of the visitor. */
            phone: string;
            /** @description Id of the chat of the call. */
            chat_id: number;
            status: components["schemas"]["CallStatus"];
            /** @description Operator who has the call. Null if nobody has it. */
            operator: components["schemas"]["NamedRef"] | null;
            /** @description Why the call failed: `no_answer_agent`, `no_answer_client`, `busy`, `wrong_number`, `balance`, `provider_error` or `cancelled`. Null unless the status is `error`. */
            reason: string | null;
            /** @description URL of the recording. Null if there is none. */
            record_url: string | null;
            /** @description Time when an operator took the call. Absent before. */
            taken_at?: string;
            /** @description Time when the operator was first connected. Absent before. */
            agent_connected_at?: string;
            /** @description Time when the visitor was first connected. Absent before. */
            client_connected_at?: string;
            /** @description Time until which the call is postponed. Absent if it can be made now. */
            due_at?: string;
            /** @description Time when `due_at` came, or when an operator took the call before it. Absent if the call was not postponed. */
            waiting_since?: string;
            /** @description How often the visitor was not reached before the call was postponed. Absent if never. */
            attempts?: number;
            /** @description Note that only operators see. Absent if there is none. */
            note?: {
                /** @description Text of the note, at most 2,000 characters. */
                text: string;
                by: components["schemas"]["NamedRef"];
                /** @description Time of the note. */
                at: string;
            };
            /** @description Time when the call was requested. */
            created_at: string;
            /** @description Time of the latest change of the status. */
            updated_at: string;
        };
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            call: components["schemas"]["WebhookCall"];
        };
        /**
         * @description Status of a call. `start`: requested. `agent_connected`: the operator is on the line. `client_connected`: the visitor is on the line. `end`: over. `error`: failed.
         * @enum {string}
         */
        CallStatus: "start" | "agent_connected" | "client_connected" | "end" | "error";
        /** @description A call was requested or changed. */
        CallUpdatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `call_updated`.
             * @enum {string}
             */
            name: "call_updated";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                call: components["schemas"]["Call"];
            };
        };
        /**
         * @description Kind of a channel. `api`: your own front end. `widget`: the site widget. `mail`, `telegram`, `whatsapp`: an account at that service.
         * @enum {string}
         */
        ChannelKind: "api" | "mail" | "telegram" | "whatsapp" | "widget";
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
        };
        /** @description An operator accepted a chat. */
        ChatAcceptedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_accepted`.
             * @enum {string}
             */
            name: "chat_accepted";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                chat: components["schemas"]["ChatEntity"];
                by: components["schemas"]["NamedRef"];
            };
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            /** @description The `crm_link` from your response. */
            assign_to: string;
        };
        /** @description An operator assigned a chat to its CRM card. */
        ChatAssignedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_assigned`.
             * @enum {string}
             */
            name: "chat_assigned";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                chat: components["schemas"]["ChatEntity"];
                /** @description URL of the CRM card. */
                crm_link: string;
            };
        };
        /** @description The bot of a chat. */
        ChatBot: {
            /** @description Id of the bot. */
            id: number;
            /** @description Name that visitors see. */
            name: string;
            /** @description URL of the picture. Empty if there is none. */
            photo: string;
            /** @description Whether the bot still answers. False after the chat was handed over to operators. */
            attached: boolean;
            /** @description Id of the message whose buttons can be pressed now. Absent if there is none. */
            buttons?: number;
            /** @description Ids of the buttons that the visitor can choose by typing a number, starting with 1. Only where buttons arrive as text. */
            choices?: string[];
            /** @description Time when the bot's invitation of operators ended without an operator. Removed when an operator joins. */
            missed_at?: string;
            /** @description Time since which the visitor has waited for the bot's answer. Present only if the bot has `silent_s` set. */
            silent_since?: string;
            /** @description A visitor's message that the bot's server has not accepted yet. Absent if there is none. */
            undelivered?: {
                /** @description Id of the delivery. */
                delivery_id: number;
                /** @description Sequence number of the chat when the first attempt began. */
                after_seq: number;
                /** @description Time when the bot posted an answer after that, which completes the delivery. Absent before. */
                answered_at?: string;
            };
        };
        /** @description Reference to a channel. */
        ChatChannel: {
            /** @description Id of the channel. */
            id: number;
            kind: components["schemas"]["ChannelKind"];
            /** @description Name that operators see. */
            name: string;
        };
        /** @description A chat was closed. */
        ChatClosedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_closed`.
             * @enum {string}
             */
            name: "chat_closed";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            data: components["schemas"]["ChatEventData"];
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
        };
        /** @description A chat began. */
        ChatCreatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_created`.
             * @enum {string}
             */
            name: "chat_created";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            data: components["schemas"]["ChatEventData"];
        };
        /** @description A conversation with a visitor, from the first message until it is closed. */
        ChatEntity: {
            /** @description Id of the chat. */
            id: number;
            /** @description Short number of the chat, counted from 1 in the account. People name the chat by it. Absent while an upgrade still numbers older chats. */
            number?: number;
            /** @description Sequence number of the last message in the chat. 0 if the chat has no message. */
            seq: number;
            state: components["schemas"]["ChatState"];
            channel: components["schemas"]["ChatChannel"];
            visitor: components["schemas"]["Visitor"];
            /** @description Operator to whom the chat is assigned. Null if no operator has it. */
            assignee: components["schemas"]["NamedRef"] | null;
            /** @description Operators who take part in the chat, including the assignee. */
            participants: components["schemas"]["NamedRef"][];
            /** @description Department that the visitor chose or to which the chat was transferred. Null if there is none. */
            department: components["schemas"]["NamedRef"] | null;
            /** @description Page that the visitor had open last. Null if unknown. */
            page: components["schemas"]["VisitedPage"] | null;
            /** @description Origin of the visit. Null if the chat has no visit, for example on a chat API channel. */
            session: components["schemas"]["VisitSource"] | null;
            /** @description Data about the visitor that webhooks and the page provided, in the order in which operators see it. */
            custom_data: components["schemas"]["CustomData"][];
            /** @description Values that the page set with `setClientAttributes`. Any page script can set them, so do not rely on them. Absent if there are none. */
            attributes?: {
                [key: string]: string | number | boolean;
            };
            /** @description The CRM card of the chat. */
            crm: {
                /** @description URL of the card, as a webhook response returned it. Null if there is none. */
                link: string | null;
                /** @description Whether operators can assign the chat to this card. */
                assign: boolean;
                /** @description Whether an operator has assigned the chat to the current `link`. */
                assigned: boolean;
                /** @description All links to which operators have assigned the chat. Absent if there are none. */
                assigned_links?: string[];
            };
            /** @description Ids of the webhook endpoints that set `name`, `phone`, `email`, `link`, `assign` or `page`, by that name. The endpoint that was created first wins (WH-050). */
            given?: {
                [key: string]: number;
            };
            /** @description Bot of the chat. Null if no bot was involved. */
            bot: components["schemas"]["ChatBot"] | null;
            /** @description Id of the closed chat that an operator continued with this one. Null if this chat was not a continuation. */
            continues: number | null;
            /** @description Time when the chat began. */
            created_at: string;
            /** @description Time when an operator first accepted the chat. Later transfers do not change it. Null before that. */
            accepted_at: string | null;
            /** @description Time when the chat was closed. Null while it is running. */
            closed_at: string | null;
            /** @description Why the chat was closed: the words of the operator, or `operator`, `visitor`, `inactivity`, `blocked` or `channel_deleted`. Null while it is running. */
            close_reason: string | null;
            /** @description Rating by the visitor. Null if there is none. */
            rating: components["schemas"]["Rating"] | null;
            /** @description Comment that the visitor added to the rating. Absent if there is none. */
            rating_comment?: string;
            /**
             * @description Present if an operator asked for a rating.
             * @enum {boolean}
             */
            rating_asked?: true;
            /** @description How often the transcript was emailed to the visitor (at most 3). Absent if never. */
            transcripts?: number;
            /** @description Email address to which answers are also sent, because the visitor's latest message came by email. Absent otherwise. */
            answers_mailed_to?: string;
            /** @description How far the visitor has received and seen the chat. Absent if the channel has not reported anything. */
            visitor_read?: {
                /** @description Sequence number of the last message that the visitor's device received. 0 if none. */
                received: number;
                /** @description Time of the latest change of `received`. Null if nothing was received. */
                received_at: string | null;
                /** @description Sequence number of the last message that the visitor saw. 0 if none. */
                seen: number;
                /** @description Time of the latest change of `seen`. Null if nothing was seen. */
                seen_at: string | null;
            };
            /** @description Time until which the channel accepts text and files; after it, only templates. Absent if the channel has no such limit, or if the visitor has not written yet (then only templates are accepted). */
            reply_until?: string;
            /** @description The current wait for an operator. Null if the chat does not wait. */
            wait: {
                /** @description Time when the wait began. */
                since: string;
                /** @description Time when the bot's invitation of operators ends. Absent if no bot invited operators. */
                invited_until?: string;
                /** @description Latest escalation step that was taken. Absent before the first. */
                step?: string;
                /** @description Ids of the operators to whom the chat is offered now. */
                offered?: number[];
                /** @description Time when the offer to a single operator ends. Absent if several operators have the offer. */
                offer_until?: string;
                /** @description Ids of the operators whose offer has ended without an answer. */
                asked?: number[];
                /** @description Ids of the operators who skipped the chat. It does not ring for them. */
                skipped?: number[];
                /** @description Id of the operator whose invitation the visitor answered. The chat is first offered to this operator. */
                inviter?: number;
                /**
                 * @description Present if push notifications of this wait are held until the working hours begin.
                 * @enum {boolean}
                 */
                push_waits?: true;
                /**
                 * @description Present if emails of this wait are held until the working hours begin.
                 * @enum {boolean}
                 */
                mail_waits?: true;
                /** @description Number of reminders that administrators got at the regular times. */
                reminded?: number;
                /** @description Kinds of notifications that failed or were delayed in this wait, so that the next step came early. */
                failed?: ("push" | "mail")[];
            } | null;
            /** @description Transfer that the target has not answered yet. Null or absent if there is none. */
            transfer?: components["schemas"]["Transfer"] | null;
            /** @description Open invitations of operators to this chat, at most 20. Absent if there are none. */
            invited?: components["schemas"]["ChatInvitation"][];
            /** @description Time of the system message which says that the operators of the chat do not answer and nobody else is available. Absent otherwise. */
            unanswered_at?: string;
            /** @description Notices to operators about this chat, at most one per operator. Absent if there are none. */
            notices?: components["schemas"]["ChatNotice"][];
            /** @description Why operators were offered the chat, as of the latest offer or acceptance. Null in lists and for closed chats. */
            assignment?: components["schemas"]["Assignment"] | null;
            /** @description Tags of the chat, with the names that they had when they were set. Absent if there are none. */
            tags?: components["schemas"]["NamedRef"][];
            /**
             * @description Present if the chat was closed because its visitor was blocked in it.
             * @enum {boolean}
             */
            blacklisted?: true;
        };
        /** @description Data of an event about a chat. */
        ChatEventData: {
            chat: components["schemas"]["ChatEntity"];
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
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
            chat: components["schemas"]["WebhookChat"];
            /** @description The messages as plain text, one per line. */
            plain_messages: string;
            /** @description The messages as HTML, with all text escaped. */
            html_messages: string;
            /** @description Comment on the rating. Absent unless the webhook option is on. */
            rating_comment?: string;
        };
        /** @description A bot handed a chat over to operators. */
        ChatHandedOverFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_handed_over`.
             * @enum {string}
             */
            name: "chat_handed_over";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                chat: components["schemas"]["ChatEntity"];
                /** @description Who handed it over. */
                by: components["schemas"]["NamedRef"] | null;
                /** @description Why it was handed over. */
                reason?: string;
            };
        };
        /** @description An operator's invitation of a colleague to a chat, not answered yet. */
        ChatInvitation: {
            by: components["schemas"]["NamedRef"];
            to: components["schemas"]["NamedRef"];
            /** @description Comment for the invited operator. Null if there is none. */
            comment: string | null;
        };
        /** @description A notice to one operator about a chat: their transfer was not accepted, the chat was offered to others, or somebody gave it to them. */
        ChatNotice: {
            /**
             * @description `transfer_declined`, `transfer_expired` (no answer in 30 seconds), `transfer_offline` (the target went offline), `reassigned` (offered to others because you did not answer) or `assigned` (given to you by another operator).
             * @enum {unknown}
             */
            kind: "transfer_declined" | "transfer_expired" | "transfer_offline" | "reassigned" | "assigned";
            to: components["schemas"]["NamedRef"];
            by: components["schemas"]["NamedRef"];
            /** @description Reason of a decline, the minutes without an answer, or the comment. Null if there is none. */
            detail: string | null;
            /** @description Time of the event. */
            at: string;
            /** @description Time when the operator opened the chat after the event. Null before. */
            opened_at: string | null;
            /** @description Number of reminders that administrators got because the operator has not opened the given chat. */
            reminded?: number;
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            /** @description Operators who wrote in the chat or had it. */
            agents: components["schemas"]["WebhookAgent"][];
            rate: components["schemas"]["Rating"];
            /** @description Comment on the rating. Absent unless the webhook option is on. */
            rating_comment?: string;
        };
        /**
         * @description State of a chat. `bot`: a bot answers. `waiting`: waits for an operator. `open`: an operator has it. `closed`: has ended, finally.
         * @enum {string}
         */
        ChatState: "bot" | "waiting" | "open" | "closed";
        /** @description A chat was transferred to an operator or a department. */
        ChatTransferredFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_transferred`.
             * @enum {string}
             */
            name: "chat_transferred";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                chat: components["schemas"]["ChatEntity"];
                by: components["schemas"]["NamedRef"];
                to: components["schemas"]["NamedRef"];
            };
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            chat?: components["schemas"]["WebhookChat"];
            /** @description Comment on the rating. Absent unless the webhook option is on. */
            rating_comment?: string;
        };
        /** @description A chat changed. */
        ChatUpdatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `chat_updated`.
             * @enum {string}
             */
            name: "chat_updated";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            data: components["schemas"]["ChatEventData"];
        };
        /** @description A consent that the visitor gave. */
        Consent: {
            /** @description Text that was shown. */
            text: string;
            /** @description Time when the visitor agreed. */
            at: string;
        };
        /** @description A value of a visitor with its source. */
        Contact: {
            /** @description The value. */
            value: string;
            source: components["schemas"]["Source"];
            /** @description Time when it was set. */
            at: string;
            by?: components["schemas"]["NamedRef"];
            /** @description Different values from other sources, at most one per source, trusted sources first. Absent if there are none. */
            others?: {
                /** @description The other value. */
                value: string;
                source: components["schemas"]["Source"];
                /** @description Time when it was set. */
                at: string;
                by?: components["schemas"]["NamedRef"];
            }[];
        };
        /** @description A position in the journal of the account. */
        Cursor: {
            /** @description Epoch of the journal. A cursor of another epoch cannot be continued. */
            epoch: string;
            /** @description Position in the journal. */
            position: number;
        };
        /** @description One entry of the data about a visitor that operators see. */
        CustomData: {
            /** @description Text above the entry. Null if there is none. */
            title: string | null;
            /** @description Text of the entry. */
            content: string;
            /** @description URL that opens when an operator clicks the entry. Null if there is none. */
            link: string | null;
            /** @description Bold text before the content. Null if there is none. */
            key: string | null;
            /**
             * @description `webhook`: from a webhook response. `page`: from a script of the page, so it may be forged.
             * @enum {string}
             */
            source: "webhook" | "page";
            /** @description Id of the webhook endpoint that sent the entry. Null for `page`. */
            endpoint: number | null;
        };
        /** @description A message or event that must reach an endpoint. */
        Delivery: {
            /** @description Id of the delivery. */
            id: number;
            /** @description Where it is sent. */
            endpoint: {
                /** @description Id of the endpoint. */
                id: number;
                kind: components["schemas"]["DeliveryKind"];
                /** @description Name of the channel, bot or webhook, or its URL. */
                name: string;
            };
            /** @description Kind of message, or name of the event, such as `text`, `CLIENT_MESSAGE` or `chat_finished`. */
            event: string;
            /** @description Id of the chat. Null if it belongs to none. */
            chat_id: number | null;
            /** @description Number of the chat. Absent if it belongs to no chat or the chat has no number yet, and in the event `delivery_updated`. */
            chat_number?: number;
            /** @description Sequence number of the message. Null if it belongs to none. */
            seq: number | null;
            state: components["schemas"]["DeliveryState"];
            /** @description Completed attempts in the current series. */
            attempts: number;
            /** @description Outcome of the latest attempt. Null before the first. */
            outcome: components["schemas"]["Outcome"] | null;
            /** @description Why the latest attempt failed, or a note about its response. Null if there is neither. */
            error: components["schemas"]["ErrorDetail"] | null;
            /** @description Whether the endpoint answered with a 2xx status but with neither `result` nor `error`. The message counts as delivered. */
            unconfirmed: boolean;
            /** @description Time of the next attempt. Null if none is planned. */
            next_at: string | null;
            /** @description Recipients of an email whom it did not reach, as mail servers reported. Absent if none is known. */
            failed_recipients?: components["schemas"]["FailedRecipient"][];
            /** @description Time when the delivery was created. */
            created_at: string;
            /** @description Time of its latest change. */
            updated_at: string;
            /** @description The latest attempt. Null before the first. Absent in the event `delivery_updated`. */
            last_attempt?: {
                /** @description Duration in milliseconds. */
                duration_ms: number;
                /** @description HTTP status. Null if there was no response. */
                status: number | null;
                /** @description Which fields of the response were used. Null unless a webhook, bot or channel responded. */
                used: components["schemas"]["ResponseUsage"] | null;
            } | null;
        };
        /**
         * @description What a delivery is sent to. `push`: a notification device. `call`: the telephony server. `mail`: an email address.
         * @enum {string}
         */
        DeliveryKind: "channel" | "bot" | "webhook" | "push" | "call" | "mail";
        /**
         * @description State of a delivery. `pending`: waits for its first or next attempt. `delivered`: accepted. `failed`: refused, or all attempts failed. `dead`: a webhook event whose attempts have all failed, kept for a replay.
         * @enum {string}
         */
        DeliveryState: "pending" | "delivered" | "failed" | "dead";
        /** @description A delivery changed its state. */
        DeliveryUpdatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `delivery_updated`.
             * @enum {string}
             */
            name: "delivery_updated";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                delivery: components["schemas"]["Delivery"];
            };
        };
        /** @description A draft that you have not sent. */
        Draft: {
            /** @description Id of the chat. */
            chat_id: number;
            mode: components["schemas"]["DraftMode"];
            /** @description Text of the draft. Empty if it was sent or cleared, and in the mode `email`. */
            text: string;
            email?: components["schemas"]["DraftEmail"];
            /** @description Version of the draft. It increases with each change on any device. */
            version: number;
            /** @description Time of the latest change. */
            updated_at: string;
        };
        /** @description What you changed about the next email of a chat. Absent fields have the values with which the email begins. */
        DraftEmail: {
            /**
             * @description Whom the email answers: the sender, everybody whom their email names, or somebody else.
             * @enum {string}
             */
            form?: "reply" | "reply_all" | "forward";
            /** @description Recipients in `To`. */
            to?: components["schemas"]["NewEmailRecipient"][];
            /** @description Recipients in `Cc`. */
            cc?: components["schemas"]["NewEmailRecipient"][];
            /** @description Recipients in `Bcc`. */
            bcc?: components["schemas"]["NewEmailRecipient"][];
            /** @description Subject. */
            subject?: string;
            /** @description Whether the email of the customer is not quoted. */
            leaves_out_quote?: boolean;
            /** @description Sequence numbers of messages whose files are attached. */
            attach?: number[];
            /**
             * @description Set if the text has the marks of Markdown.
             * @enum {string}
             */
            format?: "markdown";
            /** @description New addresses about which you were asked. */
            asked?: string[];
        };
        /**
         * @description Kind of draft. `text`: a message. `note`: an internal note. `email`: subject and recipients of an email.
         * @enum {string}
         */
        DraftMode: "text" | "note" | "email";
        /** @description A draft of yours changed on another device. */
        DraftSignal: {
            /**
             * @description Always `draft`.
             * @enum {string}
             */
            type: "draft";
            draft: components["schemas"]["Draft"];
        };
        /** @description An earlier version of an edited message. */
        EarlierText: {
            /** @description Text before the edit. */
            text: string;
            media?: components["schemas"]["Media"];
            /** @description Time from which this version was shown. */
            at: string;
        };
        /** @description An address in the header of an email. */
        EmailAddress: {
            /** @description The email address. */
            address: string;
            /** @description Display name. Empty if there is none. */
            name: string;
        };
        /** @description A recipient of an operator's email. */
        EmailRecipient: {
            /** @description The email address. */
            address: string;
            /** @description Display name. Empty if there is none. */
            name: string;
            /**
             * @description Why this is a recipient. `thread`: the conversation names them. `reply_to`: the email asks for replies to them. `operator`: an operator typed them.
             * @enum {string}
             */
            source: "thread" | "reply_to" | "operator";
        };
        /** @description Recipients of the next email of a chat. */
        EmailRecipients: {
            /** @description Addresses in `To`. */
            to: components["schemas"]["EmailAddress"][];
            /** @description Addresses in `Cc`. */
            cc: components["schemas"]["EmailAddress"][];
        };
        /**
         * @description What an endpoint belongs to.
         * @enum {string}
         */
        EndpointKind: "channel" | "bot" | "webhook";
        /** @description An error or a note about a response. */
        ErrorDetail: {
            /** @description Code for programs. */
            code: string;
            /** @description Text for people. */
            message: string;
        };
        /** @description A recipient whom an email did not reach. */
        FailedRecipient: {
            /** @description Address in lower case. */
            address: string;
            /** @description Status of the mail server, such as `5.2.2`, `bounced`, or `recipient_refused`. */
            code: string;
            /** @description Answer of the mail server. Can be empty. */
            message: string;
            /**
             * @description `failed`: not sent to them again. `sending` and `sent`: an operator sent it to them again.
             * @enum {string}
             */
            state: "failed" | "sending" | "sent";
        };
        /** @description First frame of a connection. `after` is the cursor of the last event that you processed, or null to start now. */
        HelloFrame: {
            /**
             * @description Always `hello`.
             * @enum {string}
             */
            type: "hello";
            /** @description Cursor of the last event that you processed. Null to start now. */
            after: components["schemas"]["Cursor"] | null;
        };
        /**
         * @description Why a field of a response was ignored.
         * @enum {string}
         */
        IgnoredReason: "unknown_field" | "wrong_type" | "unusable_link" | "too_many" | "url_missing" | "result_not_ok" | "event_takes_no_data" | "chat_ended" | "earlier_webhook" | "body_not_read" | "answer_in_reply" | "status_decides" | "error_decides" | "code_hides_text";
        /** @description Turns the live view of the request inspector on or off. */
        InspectFrame: {
            /**
             * @description Always `inspect`.
             * @enum {string}
             */
            type: "inspect";
            /** @description Whether the live view is on. */
            on: boolean;
        };
        /** @description What is wrong with a request or a response. An accepted request can have a fault too. */
        InspectedFault: {
            /** @description Error code, or outcome of the attempt. */
            code: string;
            /** @description Text for people. Null if there is none. */
            message: string | null;
            /** @description Path of the invalid field, such as `sender.id`. Null if there is none. */
            field: string | null;
            /** @description Id of the rule in the specification, such as `CH-040`. Null if there is none. */
            rule: string | null;
        };
        /** @description A request from an integrator, or one to an integrator. */
        InspectedRequest: {
            /** @description Id of the entry. It increases, also across nodes and restarts. */
            id: number;
            /** @description Time of the request. */
            at: string;
            /**
             * @description `in`: received by Parlour. `out`: sent by Parlour (a delivery, a typing notice or a test).
             * @enum {string}
             */
            direction: "in" | "out";
            kind: components["schemas"]["EndpointKind"];
            /** @description Channel or bot that received the request. Null for `out`. */
            owner_id: number | null;
            /** @description Endpoint to which the request was sent. Null for `in`. */
            endpoint_id: number | null;
            /** @description HTTP method. */
            method: string;
            /** @description For `in`, path and query, with secrets reduced to their last four characters. For `out`, the whole URL. */
            url: string;
            /** @description The request. Credentials are reduced to their last four characters, the body is cut at 8 KiB. */
            request: {
                /** @description Headers. */
                headers: {
                    [key: string]: string;
                };
                /** @description Body as text. */
                body: string;
                /** @description Whether the body was cut. */
                cut: boolean;
            };
            /** @description HTTP status of the response. Null if there was none. */
            status: number | null;
            /** @description Response of the integrator. Null for `in`. */
            reply: components["schemas"]["ReceivedReply"] | null;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /** @description Outcome of the attempt. Null for `in`. */
            outcome: components["schemas"]["Outcome"] | null;
            /** @description What is wrong with the request, or with the integrator's response. Null if nothing is. */
            fault: components["schemas"]["InspectedFault"] | null;
            /** @description Request id, as in the response header `x-request-id`. Null for `out`. */
            request_id: string | null;
            /** @description Id of the delivery. Null for `in`, typing notices and tests. */
            delivery_id: number | null;
            /** @description Name of the event. Null if there is none. */
            event: string | null;
            /** @description Id of the chat. Null if there is none. */
            chat_id: number | null;
        };
        /** @description A request for the live view of the request inspector. `skipped` requests were left out before it. */
        InspectedSignal: {
            /**
             * @description Always `inspected`.
             * @enum {string}
             */
            type: "inspected";
            item: components["schemas"]["InspectedRequest"];
            /** @description Number of requests that were left out before this one. */
            skipped: number;
        };
        /** @description You have every event up to `position`. New events follow as they happen. */
        LiveFrame: {
            /**
             * @description Always `live`.
             * @enum {string}
             */
            type: "live";
            /** @description Position up to which you have every event. */
            position: number;
        };
        /** @description A part of a formatted text. A line break is a text node `\n`. */
        MarkdownNode: {
            /**
             * @description Kind of the part.
             * @enum {string}
             */
            type: "text";
            /** @description Text. Only for `text`. */
            text: string;
        } | {
            /**
             * @description Kind of the part.
             * @enum {string}
             */
            type: "bold";
            /** @description Parts inside. Only for `bold`, `italic` and `link`. */
            nodes: components["schemas"]["MarkdownNode"][];
        } | {
            /**
             * @description Kind of the part.
             * @enum {string}
             */
            type: "italic";
            /** @description Parts inside. Only for `bold`, `italic` and `link`. */
            nodes: components["schemas"]["MarkdownNode"][];
        } | {
            /**
             * @description Kind of the part.
             * @enum {string}
             */
            type: "link";
            /** @description URL of a link. Only for `link`. */
            url: string;
            /** @description Parts inside. Only for `bold`, `italic` and `link`. */
            nodes: components["schemas"]["MarkdownNode"][];
        };
        /** @description A file or a location. Unknown values are null. */
        Media: {
            /**
             * @description Kind of media.
             * @enum {string}
             */
            type: "video" | "audio" | "voice" | "photo" | "sticker" | "document" | "location";
            /** @description Public URL of the file. Null for a location, and if you may not read message texts. */
            file: string | null;
            /** @description Name to show. Null if unknown. */
            file_name: string | null;
            /** @description Size in bytes. Null if unknown. */
            file_size: number | null;
            /** @description URL of a preview, 320 px wide. Null if there is none. */
            thumb: string | null;
            /** @description Emoji to show if a sticker cannot be displayed. Null if there is none. */
            emoji: string | null;
            /** @description Length of audio or video in seconds. Null if unknown. */
            duration: number | null;
            /** @description Width in pixels. Null if unknown. */
            width: number | null;
            /** @description Height in pixels. Null if unknown. */
            height: number | null;
            /** @description Artist of an audio file. Null if unknown. */
            performer: string | null;
            /** @description Title of an audio file. Null if unknown. */
            title: string | null;
            /** @description Latitude of a location, −90 to 90. Null for a file. */
            latitude: number | null;
            /** @description Longitude of a location, −180 to 180. Null for a file. */
            longitude: number | null;
        };
        /** @description A message, an internal note or a system message of a chat. */
        Message: {
            /** @description Sequence number in the chat: 1, 2, 3 and so on, without gaps. */
            seq: number;
            /** @description Id of the message. */
            id: number;
            /** @description Id of the chat. */
            chat_id: number;
            author: components["schemas"]["Author"];
            kind: components["schemas"]["MessageKind"];
            /** @description Text of the message. For media, the comment. For a system message, the English text. Masked if you may not read message texts. */
            text: string;
            /** @description Present if the text was longer than the limit and was cut. */
            cut?: boolean;
            media?: components["schemas"]["Media"];
            origin?: components["schemas"]["MessageOrigin"];
            refers_to?: components["schemas"]["MessageReference"];
            email?: components["schemas"]["MessageEmail"];
            template?: components["schemas"]["MessageTemplate"];
            /** @description Text above the buttons. Only for `buttons`. `text` is then the text for channels without buttons, or empty. */
            title?: string;
            /** @description Buttons that the visitor can press. Only for `buttons`. */
            buttons?: components["schemas"]["MessageButton"][];
            /** @description Parsed text. Only for `markdown`, and for files of formatted emails. */
            nodes?: components["schemas"]["MarkdownNode"][];
            /** @description Id of the button that the visitor pressed. Absent if the visitor typed the text. */
            button_id?: string;
            /**
             * @description Present if only operators see the message, and not the visitor.
             * @enum {boolean}
             */
            hidden?: true;
            /**
             * @description Present if the visitor was blocked when the message arrived. It notified nobody.
             * @enum {boolean}
             */
            blacklisted?: true;
            /** @description Ids of the operators whom a note mentions. Absent if there are none. */
            mentions?: number[];
            line?: components["schemas"]["SystemMessageData"];
            /**
             * @description Present if text and files were deleted by erasure or retention. The sequence number stays.
             * @enum {boolean}
             */
            erased?: true;
            /** @description Value that the sender chose to recognize repeated requests. Absent if there was none. */
            client_id?: string;
            /** @description Time when Parlour stored the message. */
            created_at: string;
            /** @description Time when the visitor last edited the message. Absent if never. */
            edited_at?: string;
            /** @description Earlier versions of an edited message, oldest first: the original and the latest nine others. Absent if it was not edited. */
            earlier?: components["schemas"]["EarlierText"][];
            /** @description Time when the customer deleted the message. Its text is then in `earlier`. Absent otherwise. */
            deleted_at?: string;
            /** @description Time when its author undid the message before it was sent. It is then a note without text and files. Absent otherwise. */
            undone_at?: string;
            delivery?: components["schemas"]["MessageDelivery"];
            /** @description Time by which the visitor's device had received the message. Only for messages of operators and bots. */
            received_at?: string;
            /** @description Time by which the visitor had seen the message. Only for messages of operators and bots. */
            seen_at?: string;
        };
        /** @description A button of a bot's message. Pressing it sends its text as the visitor's message. */
        MessageButton: {
            /** @description Id that the bot gave the button. */
            id: string;
            /** @description Label of the button. */
            text: string;
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            chat_message: components["schemas"]["WebhookChatMessage"];
        };
        /** @description A chat has a new message, note or system message. */
        MessageCreatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `message_created`.
             * @enum {string}
             */
            name: "message_created";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                message: components["schemas"]["Message"];
            };
        };
        /** @description State of a message's delivery to the channel. */
        MessageDelivery: {
            /** @description Id of the delivery. Get its details with `GET /deliveries/{id}`. */
            id: number;
            /**
             * @description `pending`: being sent or retried. `delivered`: accepted. `failed`: all attempts failed.
             * @enum {string}
             */
            state: "pending" | "delivered" | "failed";
            /** @description Completed attempts in the current series. */
            attempts: number;
            /** @description Why the latest attempt failed. While attempts continue, only a text of the integrator. Null if there was no error. */
            error: components["schemas"]["ErrorDetail"] | null;
            /** @description Time of the next attempt. Null if none is planned. */
            next_at: string | null;
            /** @description Present if the endpoint answered with a 2xx status but with neither `result` nor `error`. The message counts as delivered. */
            unconfirmed?: boolean;
            /** @description Recipients of an email whom it did not reach, as mail servers reported. Absent if none is known. A retry sends the email to those with the state `failed` only. */
            failed_recipients?: components["schemas"]["FailedRecipient"][];
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the chat. 0 in a test event. */
            chat_id: number;
            agent: components["schemas"]["WebhookAgent"];
            chat_message: components["schemas"]["WebhookChatMessage"];
            delivery: components["schemas"]["WebhookFailedDelivery"];
        };
        /** @description Subject and recipients of an operator's message that is sent as an email. */
        MessageEmail: {
            /** @description Subject of the email. */
            subject: string;
            /** @description Recipients in `To`. */
            to: components["schemas"]["EmailRecipient"][];
            /** @description Recipients in `Cc`. */
            cc: components["schemas"]["EmailRecipient"][];
            /** @description Recipients whom the others do not see. */
            bcc: components["schemas"]["EmailRecipient"][];
            /** @description Sequence number of the message that is quoted below the text. */
            quotes?: number;
            /** @description Sequence numbers of the messages whose files are attached. */
            attach?: number[];
        };
        /**
         * @description Kind of a message. `text`: plain text. `media`: a file or a location. `buttons` and `markdown`: messages of bots. `note`: an internal note, which visitors never see.
         * @enum {string}
         */
        MessageKind: "text" | "media" | "buttons" | "markdown" | "note";
        /** @description What an external service (email, Telegram, WhatsApp) said about a visitor's message. The sender can forge all of it unless `verified` is true. */
        MessageOrigin: {
            /** @description Subject of an email. */
            subject?: string;
            /** @description Sender address that the message names. */
            from?: string;
            /** @description Display name of the sender of an email. */
            from_name?: string;
            /** @description Addresses to which an email asks for replies. Absent if that is its sender. */
            reply_to?: components["schemas"]["EmailAddress"][];
            /** @description Recipients of an email, at most 50. */
            to?: components["schemas"]["EmailAddress"][];
            /** @description Recipients of copies of an email, at most 50. */
            cc?: components["schemas"]["EmailAddress"][];
            /** @description Whether somebody else than the visitor wrote the message, such as a person in `Cc`. */
            other_sender?: boolean;
            /** @description Whether the receiving server has verified the sender. Absent if the service always does. */
            verified?: boolean;
            /** @description Whether a program sent the message, such as an out-of-office reply. */
            automatic?: boolean;
            /** @description Whether the visitor forwarded the message from somewhere else. */
            forwarded?: boolean;
            /** @description Title and URL of the ad from which the visitor wrote. */
            referral?: string;
            /** @description Earlier messages that the email repeats. */
            quote?: string;
            /** @description Signature of the sender. */
            signature?: string;
            /** @description Defects of an email, such as `signature_not_checked`. Absent if there are none. */
            faults?: string[];
            /** @description Character set that Parlour guessed for the text of an email. Absent if it was not guessed. */
            charset?: string;
            /** @description Path of a page with the original email, for an iframe with `sandbox=""`. Anyone who knows the path can read it. */
            original_path?: string;
        };
        /** @description What a visitor's message answers, is about or reacted to. */
        MessageReference: {
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
        /** @description A template, as it was sent. */
        MessageTemplate: {
            /** @description Name of the template at the service. */
            name: string;
            /** @description Language of the template, as the service names it. */
            language: string;
            /** @description Values of the parameters, by name. */
            parameters: {
                [key: string]: string;
            };
        };
        /** @description A message was edited, cut, erased, received or seen. */
        MessageUpdatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `message_updated`.
             * @enum {string}
             */
            name: "message_updated";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                message: components["schemas"]["Message"];
            };
        };
        /** @description Connect again to another node within `within_ms` milliseconds. Use the present connection until the new one is live. */
        MoveFrame: {
            /**
             * @description Always `move`.
             * @enum {string}
             */
            type: "move";
            /** @description Milliseconds within which to connect again. */
            within_ms: number;
        };
        /** @description Reference to an object. */
        NamedRef: {
            /** @description Id of the object. */
            id: number;
            /** @description Name of the object. */
            name: string;
        };
        /** @description A recipient of the email to send. */
        NewEmailRecipient: {
            /** @description The email address. */
            address: string;
            /** @description Display name. Optional. */
            name?: string;
        };
        /** @description An answer to an offline message. */
        OfflineAnswer: {
            /** @description Time of the answer. */
            at: string;
            by: components["schemas"]["NamedRef"];
            /**
             * @description `mail`: by email. `chat`: in a chat.
             * @enum {string}
             */
            via: "mail" | "chat";
            /** @description Email address of the visitor. Only for an email. */
            to?: string;
            /** @description Subject of the email. */
            subject?: string;
            /** @description Text of the email. */
            text?: string;
            /** @description Whether the email quotes the message. */
            quoted?: boolean;
            /** @description Id of the delivery of the email. */
            delivery_id?: number;
            /** @description Id of the chat. Only for an answer in a chat. */
            chat_id?: number;
        };
        /** @description A message that a visitor left when nobody was available. */
        OfflineMessage: {
            /** @description Id of the offline message. */
            id: number;
            visitor: components["schemas"]["Visitor"];
            channel: components["schemas"]["ChatChannel"];
            /** @description Contacts, as entered in the form. */
            contacts: {
                /** @description Name. Empty if not entered. */
                name: string;
                /** @description Email address. Empty if not entered. */
                email: string;
                /** @description Phone number. Empty if not entered. */
                phone: string;
            };
            /** @description Text of the message. Masked if you may not read message texts. */
            text: string;
            /** @description Department that the visitor chose. Null if none. */
            department: components["schemas"]["NamedRef"] | null;
            /** @description Page that the visitor had open. Null if unknown. */
            page: components["schemas"]["VisitedPage"] | null;
            /** @description Origin of the visit. Null if unknown. */
            session: components["schemas"]["VisitSource"] | null;
            /**
             * @description `new`, `taken` (an operator has it) or `done`.
             * @enum {string}
             */
            state: "new" | "taken" | "done";
            /** @description Operator who has it. Null if nobody does. */
            operator: components["schemas"]["NamedRef"] | null;
            /** @description Answers of operators, oldest first. Absent if there are none. */
            answers?: components["schemas"]["OfflineAnswer"][];
            /** @description Time when it was left. */
            created_at: string;
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
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
        /** @description An offline message was left or changed. */
        OfflineMessageUpdatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `offline_message_updated`.
             * @enum {string}
             */
            name: "offline_message_updated";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                offline_message: components["schemas"]["OfflineMessage"];
            };
        };
        /**
         * @description Outcome of an attempt.
         * @enum {string}
         */
        Outcome: "delivered" | "refused" | "bad_reply" | "http_error" | "timeout" | "dns_failed" | "connect_failed" | "tls_failed" | "private_address" | "reply_too_large" | "token_failed" | "interrupted" | "channel_deleted" | "handed_over" | "endpoint_off" | "withdrawn";
        /** @description Asks for a `pong`, to check the connection. */
        PingFrame: {
            /**
             * @description Always `ping`.
             * @enum {string}
             */
            type: "ping";
        };
        /** @description Answer to `ping`. */
        PongFrame: {
            /**
             * @description Always `pong`.
             * @enum {string}
             */
            type: "pong";
        };
        /**
         * @description Whether an operator is available. Only `online` operators are offered chats.
         * @enum {string}
         */
        Presence: "online" | "away" | "offline";
        /** @description Presence of an operator. */
        PresenceEntry: {
            /** @description Id of the operator. */
            operator_id: number;
            status: components["schemas"]["Presence"];
        };
        /** @description The presence of an operator changed. */
        PresenceSignal: {
            /**
             * @description Always `presence`.
             * @enum {string}
             */
            type: "presence";
            /** @description Id of the operator. */
            operator_id: number;
            status: components["schemas"]["Presence"];
        };
        /**
         * @description Rating of a chat by the visitor.
         * @enum {string}
         */
        Rating: "positive" | "negative";
        /** @description Moves your read mark in a chat forward. */
        ReadFrame: {
            /**
             * @description Always `read`.
             * @enum {string}
             */
            type: "read";
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Sequence number of the last message that you read. */
            seq: number;
        };
        /** @description Answer to `hello`, with the head of the journal and the presence of all operators who are not offline. */
        ReadyFrame: {
            /**
             * @description Always `ready`.
             * @enum {string}
             */
            type: "ready";
            /** @description Epoch of the journal. A cursor of another epoch cannot be continued. */
            epoch: string;
            /** @description Latest position in the journal. */
            position: number;
            /**
             * @description `live`: new events follow. `catching_up`: missed events come first.
             * @enum {string}
             */
            mode: "live" | "catching_up";
            /** @description Presence of the operators who are not offline. */
            presence: components["schemas"]["PresenceEntry"][];
        };
        /** @description A response that Parlour received. The body is cut at 8 KiB. */
        ReceivedReply: {
            /** @description Headers of the response. */
            headers: {
                [key: string]: string;
            };
            /** @description Body as text. */
            body: string;
        };
        /** @description Your cursor cannot be continued. Read the data again over HTTP, and continue from this position. */
        ResetFrame: {
            /**
             * @description Always `reset`.
             * @enum {string}
             */
            type: "reset";
            /** @description Epoch of the journal. */
            epoch: string;
            /** @description Position from which to continue. */
            position: number;
        };
        /** @description Which fields of a response were used. Contains names of fields only, never values. */
        ResponseUsage: {
            /** @description Fields that were used. */
            taken: {
                /** @description Path of the field. */
                field: string;
                /** @description Number of list entries that were used. Absent for other fields. */
                rows?: number;
            }[];
            /** @description Fields that were ignored, at most 20. */
            ignored: {
                /** @description Path of the field. */
                field: string;
                reason: components["schemas"]["IgnoredReason"];
            }[];
            /** @description Number of all ignored fields. */
            ignored_count: number;
        };
        /** @description Settings changed. Read the object with this kind and id again over HTTP. */
        SettingsChangedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `settings_changed`.
             * @enum {string}
             */
            name: "settings_changed";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                /** @description Kind of the object. */
                kind: string;
                /** @description Id of the object. Absent or null if the kind has only one object. */
                id: number | null;
            };
        };
        /**
         * @description Where a value comes from. `visitor`: typed by the visitor. `page`: set by a script of the page. `signed`: from a token that the site signed. `channel`: from the integrator's server. `webhook`: from a webhook response. `operator`: set by an operator. Values of `visitor` and `page` are only claims.
         * @enum {string}
         */
        Source: "visitor" | "signed" | "page" | "channel" | "webhook" | "operator";
        /** @description Data of a system message. `text` of the message has the same in English. */
        SystemMessageData: {
            /** @description What happened, such as `transferred`. */
            code: string;
            /** @description Operator who caused it. Null or absent if nobody did. */
            by?: components["schemas"]["NamedRef"] | null;
            /** @description Further text, such as a reason or a comment. Absent if there is none. */
            detail?: string;
            /** @description Target of a transfer or an invitation: an operator or a department. */
            to?: components["schemas"]["NamedRef"] | null;
            assignment?: components["schemas"]["Assignment"];
        };
        /** @description A transfer to an operator that is not answered yet. */
        Transfer: {
            by: components["schemas"]["NamedRef"];
            to: components["schemas"]["NamedRef"];
            /** @description Comment for the target. Only operators see it. Null if there is none. */
            comment: string | null;
            /** @description Time when the offer ends. */
            until: string;
        };
        /** @description You started or stopped typing in a chat. */
        TypingFrame: {
            /**
             * @description Always `typing`.
             * @enum {string}
             */
            type: "typing";
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Whether you are typing. */
            typing: boolean;
        };
        /** @description Someone started or stopped typing. Ends by itself after 15 seconds. */
        TypingSignal: {
            /**
             * @description Always `typing`.
             * @enum {string}
             */
            type: "typing";
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Whether the author is typing. */
            typing: boolean;
            /** @description Text that the visitor has typed so far. Absent if previews are off. */
            preview?: string;
            /** @description Who is typing. */
            author: {
                /**
                 * @description `visitor` or `operator`.
                 * @enum {string}
                 */
                kind: "visitor" | "operator";
                /** @description Id of the author. */
                id: number | null;
                /** @description Name of the author. */
                name: string;
            };
        };
        /** @description You opened or left a chat. */
        ViewingFrame: {
            /**
             * @description Always `viewing`.
             * @enum {string}
             */
            type: "viewing";
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Whether you have the chat open. */
            viewing: boolean;
        };
        /** @description An operator opened or left a chat. Ends by itself after 15 seconds. */
        ViewingSignal: {
            /**
             * @description Always `viewing`.
             * @enum {string}
             */
            type: "viewing";
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Id of the operator. */
            operator_id: number;
            /** @description Whether the operator has the chat open. */
            viewing: boolean;
        };
        /** @description Origin of a visit. Unknown texts are empty. */
        VisitSource: {
            geoip: components["schemas"]["WebhookGeoip"];
            /** @description UTM parameters of the first page of the visit. */
            utm: {
                /** @description `utm_source`. */
                source: string;
                /** @description `utm_medium`. */
                medium: string;
                /** @description `utm_content`. */
                content: string;
                /** @description `utm_campaign`. */
                campaign: string;
                /** @description `utm_term`. */
                term: string;
            };
            /** @description IP address of the visitor. Deleted after the retention period (90 days by default). */
            ip_addr: string;
            /** @description Browser, as it names itself. Deleted with the IP address. */
            user_agent: string;
            analytics: components["schemas"]["WebhookAnalytics"];
            /** @description Language of the chat window, such as `de` or `pt-BR`. Absent if unknown. */
            language?: string;
        };
        /** @description A page that the visitor had open. */
        VisitedPage: {
            /** @description URL of the page. */
            url: string;
            /** @description Title of the page. Null if unknown. */
            title: string | null;
        };
        /** @description A person who writes to the account on one channel. */
        Visitor: {
            /** @description Number of the visitor in the account: 1, 2, 3 and so on. Use it in paths and filters. It never changes. */
            number: number;
            /** @description Internal id of the visitor, as in authors of messages. */
            id: number;
            /** @description Name. Null for an anonymous visitor. */
            name: components["schemas"]["Contact"] | null;
            /** @description Phone number. Null if unknown. */
            phone: components["schemas"]["Contact"] | null;
            /** @description Email address. Null if unknown. */
            email: components["schemas"]["Contact"] | null;
            /** @description Description by operators, by the page or by an integrator. Null if there is none. */
            description: components["schemas"]["Contact"] | null;
            /** @description URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Id that the integrator's server uses for the visitor. Null except on chat API channels and channels of external services. */
            customer: string | null;
            consent?: components["schemas"]["Consent"];
            page?: components["schemas"]["VisitedPage"];
            /** @description Campaign or page of the link by which the visitor last opened a messenger. Absent if unknown. */
            came_from?: string;
            /**
             * @description Present if the visitor was erased. All other values are then empty.
             * @enum {boolean}
             */
            erased?: true;
            /** @description Time when the visitor was first seen. */
            created_at: string;
        };
        /** @description A visitor was seen for the first time. */
        VisitorCreatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `visitor_created`.
             * @enum {string}
             */
            name: "visitor_created";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                visitor: components["schemas"]["Visitor"];
            };
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
            visitor: components["schemas"]["WebhookVisitor"];
            department?: components["schemas"]["WebhookDepartment"];
            session: components["schemas"]["WebhookSession"];
            page: components["schemas"]["WebhookPage"];
            analytics?: components["schemas"]["WebhookAnalytics"];
            /** @description Tags of the chat. Absent unless the webhook option is on. */
            tags?: components["schemas"]["WebhookTag"][];
            /** @description Text of the invitation that started the chat. Absent unless the webhook option is on. */
            invitation?: string;
            /** @description Data about the visitor that operators see. Absent unless the webhook option is on. */
            custom_data?: components["schemas"]["WebhookCustomData"][];
            /** @description Id of the running chat. Absent if there is none. */
            chat_id?: number;
            agent?: components["schemas"]["WebhookAgent"];
            /** @description Values that were set. A removed value is not listed. */
            changes: components["schemas"]["WebhookVisitorChange"][];
        };
        /** @description Data of a visitor changed. */
        VisitorUpdatedFrame: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /** @description Time of the event. */
            at: string;
            /**
             * @description Always `visitor_updated`.
             * @enum {string}
             */
            name: "visitor_updated";
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                visitor: components["schemas"]["Visitor"];
            };
        };
        /** @description The database does not respond. Send `hello` again on this connection after `retry_after_s` seconds, plus a random delay. */
        WaitFrame: {
            /**
             * @description Always `wait`.
             * @enum {string}
             */
            type: "wait";
            /** @description Seconds to wait before the next `hello`. */
            retry_after_s: number;
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
            status: components["schemas"]["CallStatus"];
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
            rate: components["schemas"]["Rating"] | null;
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
            refers_to?: components["schemas"]["MessageReference"];
            /** @description Earlier messages that an email repeats, and its signature. Absent if there are none, or without `message`. */
            quoted?: string;
            /** @description Subject of the email. Absent for other messages, or without `message`. */
            subject?: string;
            recipients?: components["schemas"]["EmailRecipients"];
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
        /** @description A department. */
        WebhookDepartment: {
            /** @description Id of the department. */
            id: number;
            /** @description Name of the department. */
            name: string;
        };
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
        /** @description Origin of the visit. Unknown texts are empty. */
        WebhookSession: {
            geoip: components["schemas"]["WebhookGeoip"];
            /** @description Deprecated. Use `utm_json`. */
            utm: string;
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
            by: components["schemas"]["Source"];
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
export type operations = Record<string, never>;
