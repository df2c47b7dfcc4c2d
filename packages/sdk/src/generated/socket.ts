// Generated: npm run x -- node packages/sdk/generate-types.ts
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Assignment: {
            rules: string[];
            eligible: number[];
            others: {
                operator_id: number;
                reasons: string[];
            }[];
        };
        Author: {
            kind: components["schemas"]["AuthorKind"];
            id: number | null;
            name: string;
        };
        /** @enum {string} */
        AuthorKind: "visitor" | "operator" | "bot" | "system";
        Call: {
            id: number;
            /** @enum {string} */
            type: "callback" | "incoming" | "outgoing";
            phone: string;
            chat_id: number;
            status: components["schemas"]["CallStatus"];
            operator: components["schemas"]["NamedRef"] | null;
            reason: string | null;
            record_url: string | null;
            taken_at?: string;
            agent_connected_at?: string;
            client_connected_at?: string;
            due_at?: string;
            waiting_since?: string;
            attempts?: number;
            note?: {
                text: string;
                by: components["schemas"]["NamedRef"];
                at: string;
            };
            created_at: string;
            updated_at: string;
        };
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
        /** @enum {string} */
        CallStatus: "start" | "agent_connected" | "client_connected" | "end" | "error";
        CallUpdatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "call_updated";
            chat_id?: number;
            data: {
                call: components["schemas"]["Call"];
            };
        };
        /** @enum {string} */
        ChannelKind: "api" | "mail" | "telegram" | "whatsapp" | "widget";
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
        ChatAcceptedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_accepted";
            chat_id?: number;
            data: {
                chat: components["schemas"]["ChatEntity"];
                by: components["schemas"]["NamedRef"];
            };
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
        ChatAssignedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_assigned";
            chat_id?: number;
            data: {
                chat: components["schemas"]["ChatEntity"];
                crm_link: string;
            };
        };
        ChatBot: {
            id: number;
            name: string;
            photo: string;
            attached: boolean;
            buttons?: number;
            choices?: string[];
            missed_at?: string;
            silent_since?: string;
            undelivered?: {
                delivery_id: number;
                after_seq: number;
                answered_at?: string;
            };
        };
        ChatChannel: {
            id: number;
            kind: components["schemas"]["ChannelKind"];
            name: string;
        };
        ChatClosedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_closed";
            chat_id?: number;
            data: components["schemas"]["ChatEventData"];
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
        ChatCreatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_created";
            chat_id?: number;
            data: components["schemas"]["ChatEventData"];
        };
        ChatEntity: {
            id: number;
            seq: number;
            state: components["schemas"]["ChatState"];
            channel: components["schemas"]["ChatChannel"];
            visitor: components["schemas"]["Visitor"];
            assignee: components["schemas"]["NamedRef"] | null;
            participants: components["schemas"]["NamedRef"][];
            department: components["schemas"]["NamedRef"] | null;
            page: components["schemas"]["VisitedPage"] | null;
            session: components["schemas"]["VisitSource"] | null;
            custom_data: components["schemas"]["CustomData"][];
            attributes?: {
                [key: string]: string | number | boolean;
            };
            crm: {
                link: string | null;
                assign: boolean;
                assigned: boolean;
                assigned_links?: string[];
            };
            given?: {
                [key: string]: number;
            };
            bot: components["schemas"]["ChatBot"] | null;
            continues: number | null;
            created_at: string;
            accepted_at: string | null;
            closed_at: string | null;
            close_reason: string | null;
            rating: components["schemas"]["Rating"] | null;
            rating_comment?: string;
            /** @enum {boolean} */
            rating_asked?: true;
            transcripts?: number;
            answers_mailed_to?: string;
            visitor_read?: {
                received: number;
                received_at: string | null;
                seen: number;
                seen_at: string | null;
            };
            reply_until?: string;
            wait: {
                since: string;
                invited_until?: string;
                step?: string;
                offered?: number[];
                offer_until?: string;
                asked?: number[];
                skipped?: number[];
                inviter?: number;
                /** @enum {boolean} */
                push_waits?: true;
                /** @enum {boolean} */
                mail_waits?: true;
                reminded?: number;
                failed?: ("push" | "mail")[];
            } | null;
            transfer?: components["schemas"]["Transfer"] | null;
            invited?: components["schemas"]["ChatInvitation"][];
            unanswered_at?: string;
            notices?: components["schemas"]["ChatNotice"][];
            assignment?: components["schemas"]["Assignment"] | null;
            tags?: components["schemas"]["NamedRef"][];
            /** @enum {boolean} */
            blacklisted?: true;
        };
        ChatEventData: {
            chat: components["schemas"]["ChatEntity"];
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
        ChatHandedOverFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_handed_over";
            chat_id?: number;
            data: {
                chat: components["schemas"]["ChatEntity"];
                by: components["schemas"]["NamedRef"] | null;
                reason?: string;
            };
        };
        ChatInvitation: {
            by: components["schemas"]["NamedRef"];
            to: components["schemas"]["NamedRef"];
            comment: string | null;
        };
        ChatNotice: {
            /** @enum {unknown} */
            kind: "transfer_declined" | "transfer_expired" | "transfer_offline" | "reassigned";
            to: components["schemas"]["NamedRef"];
            by: components["schemas"]["NamedRef"];
            detail: string | null;
            at: string;
            opened_at: string | null;
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
            rate: components["schemas"]["Rating"];
            rating_comment?: string;
        };
        /** @enum {string} */
        ChatState: "bot" | "waiting" | "open" | "closed";
        ChatTransferredFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_transferred";
            chat_id?: number;
            data: {
                chat: components["schemas"]["ChatEntity"];
                by: components["schemas"]["NamedRef"];
                to: components["schemas"]["NamedRef"];
            };
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
        ChatUpdatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "chat_updated";
            chat_id?: number;
            data: components["schemas"]["ChatEventData"];
        };
        Consent: {
            text: string;
            at: string;
        };
        Contact: {
            value: string;
            source: components["schemas"]["Source"];
            at: string;
            by?: components["schemas"]["NamedRef"];
            others?: {
                value: string;
                source: components["schemas"]["Source"];
                at: string;
                by?: components["schemas"]["NamedRef"];
            }[];
        };
        Cursor: {
            epoch: string;
            position: number;
        };
        CustomData: {
            title: string | null;
            content: string;
            link: string | null;
            key: string | null;
            /** @enum {string} */
            source: "webhook" | "page";
            endpoint: number | null;
        };
        Delivery: {
            id: number;
            endpoint: {
                id: number;
                kind: components["schemas"]["DeliveryKind"];
                name: string;
            };
            event: string;
            chat_id: number | null;
            seq: number | null;
            state: components["schemas"]["DeliveryState"];
            attempts: number;
            outcome: components["schemas"]["Outcome"] | null;
            error: components["schemas"]["ErrorDetail"] | null;
            unconfirmed: boolean;
            next_at: string | null;
            created_at: string;
            updated_at: string;
            last_attempt?: {
                duration_ms: number;
                status: number | null;
                used: components["schemas"]["ResponseUsage"] | null;
            } | null;
        };
        /** @enum {string} */
        DeliveryKind: "channel" | "bot" | "webhook" | "push" | "call" | "mail";
        /** @enum {string} */
        DeliveryState: "pending" | "delivered" | "failed" | "dead";
        DeliveryUpdatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "delivery_updated";
            chat_id?: number;
            data: {
                delivery: components["schemas"]["Delivery"];
            };
        };
        Draft: {
            chat_id: number;
            mode: components["schemas"]["DraftMode"];
            text: string;
            version: number;
            updated_at: string;
        };
        /** @enum {string} */
        DraftMode: "text" | "note";
        DraftSignal: {
            /** @enum {string} */
            type: "draft";
            draft: components["schemas"]["Draft"];
        };
        EarlierText: {
            text: string;
            media?: components["schemas"]["Media"];
            at: string;
        };
        EmailAddress: {
            address: string;
            name: string;
        };
        EmailRecipient: {
            address: string;
            name: string;
            /** @enum {string} */
            source: "thread" | "reply_to" | "operator";
        };
        /** @enum {string} */
        EndpointKind: "channel" | "bot" | "webhook";
        ErrorDetail: {
            code: string;
            message: string;
        };
        HelloFrame: {
            /** @enum {string} */
            type: "hello";
            after: components["schemas"]["Cursor"] | null;
        };
        /** @enum {string} */
        IgnoredReason: "unknown_field" | "wrong_type" | "unusable_link" | "too_many" | "url_missing" | "result_not_ok" | "event_takes_no_data" | "chat_ended" | "earlier_webhook" | "body_not_read" | "answer_in_reply" | "status_decides" | "error_decides" | "code_hides_text";
        InspectFrame: {
            /** @enum {string} */
            type: "inspect";
            on: boolean;
        };
        InspectedFault: {
            code: string;
            message: string | null;
            field: string | null;
            rule: string | null;
        };
        InspectedRequest: {
            id: number;
            at: string;
            /** @enum {string} */
            direction: "in" | "out";
            kind: components["schemas"]["EndpointKind"];
            owner_id: number | null;
            endpoint_id: number | null;
            method: string;
            url: string;
            request: {
                headers: {
                    [key: string]: string;
                };
                body: string;
                cut: boolean;
            };
            status: number | null;
            reply: components["schemas"]["ReceivedReply"] | null;
            duration_ms: number;
            outcome: components["schemas"]["Outcome"] | null;
            fault: components["schemas"]["InspectedFault"] | null;
            request_id: string | null;
            delivery_id: number | null;
            event: string | null;
            chat_id: number | null;
        };
        InspectedSignal: {
            /** @enum {string} */
            type: "inspected";
            item: components["schemas"]["InspectedRequest"];
            skipped: number;
        };
        LiveFrame: {
            /** @enum {string} */
            type: "live";
            position: number;
        };
        MarkdownNode: {
            /** @enum {string} */
            type: "text";
            text: string;
        } | {
            /** @enum {string} */
            type: "bold";
            nodes: components["schemas"]["MarkdownNode"][];
        } | {
            /** @enum {string} */
            type: "italic";
            nodes: components["schemas"]["MarkdownNode"][];
        } | {
            /** @enum {string} */
            type: "link";
            url: string;
            nodes: components["schemas"]["MarkdownNode"][];
        };
        Media: {
            /** @enum {string} */
            type: "video" | "audio" | "voice" | "photo" | "sticker" | "document" | "location";
            file: string | null;
            file_name: string | null;
            file_size: number | null;
            thumb: string | null;
            emoji: string | null;
            duration: number | null;
            width: number | null;
            height: number | null;
            performer: string | null;
            title: string | null;
            latitude: number | null;
            longitude: number | null;
        };
        Message: {
            seq: number;
            id: number;
            chat_id: number;
            author: components["schemas"]["Author"];
            kind: components["schemas"]["MessageKind"];
            text: string;
            cut?: boolean;
            media?: components["schemas"]["Media"];
            origin?: components["schemas"]["MessageOrigin"];
            refers_to?: components["schemas"]["MessageReference"];
            email?: components["schemas"]["MessageEmail"];
            template?: components["schemas"]["MessageTemplate"];
            title?: string;
            buttons?: components["schemas"]["MessageButton"][];
            nodes?: components["schemas"]["MarkdownNode"][];
            button_id?: string;
            /** @enum {boolean} */
            hidden?: true;
            /** @enum {boolean} */
            blacklisted?: true;
            mentions?: number[];
            line?: components["schemas"]["SystemMessageData"];
            /** @enum {boolean} */
            erased?: true;
            client_id?: string;
            created_at: string;
            edited_at?: string;
            earlier?: components["schemas"]["EarlierText"][];
            deleted_at?: string;
            delivery?: components["schemas"]["MessageDelivery"];
            received_at?: string;
            seen_at?: string;
        };
        MessageButton: {
            id: string;
            text: string;
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
        MessageCreatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "message_created";
            chat_id?: number;
            data: {
                message: components["schemas"]["Message"];
            };
        };
        MessageDelivery: {
            id: number;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            attempts: number;
            error: components["schemas"]["ErrorDetail"] | null;
            next_at: string | null;
            unconfirmed?: boolean;
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
        MessageEmail: {
            subject: string;
            to: components["schemas"]["EmailRecipient"][];
            cc: components["schemas"]["EmailRecipient"][];
            bcc: components["schemas"]["EmailRecipient"][];
            quotes?: number;
            attach?: number[];
        };
        /** @enum {string} */
        MessageKind: "text" | "media" | "buttons" | "markdown" | "note";
        MessageOrigin: {
            subject?: string;
            from?: string;
            from_name?: string;
            reply_to?: components["schemas"]["EmailAddress"][];
            to?: components["schemas"]["EmailAddress"][];
            cc?: components["schemas"]["EmailAddress"][];
            other_sender?: boolean;
            verified?: boolean;
            automatic?: boolean;
            forwarded?: boolean;
            referral?: string;
            quote?: string;
            signature?: string;
            faults?: string[];
            charset?: string;
            original_path?: string;
        };
        MessageReference: {
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
        MessageTemplate: {
            name: string;
            language: string;
            parameters: {
                [key: string]: string;
            };
        };
        MessageUpdatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "message_updated";
            chat_id?: number;
            data: {
                message: components["schemas"]["Message"];
            };
        };
        MoveFrame: {
            /** @enum {string} */
            type: "move";
            within_ms: number;
        };
        NamedRef: {
            id: number;
            name: string;
        };
        OfflineAnswer: {
            at: string;
            by: components["schemas"]["NamedRef"];
            /** @enum {string} */
            via: "mail" | "chat";
            to?: string;
            subject?: string;
            text?: string;
            quoted?: boolean;
            delivery_id?: number;
            chat_id?: number;
        };
        OfflineMessage: {
            id: number;
            visitor: components["schemas"]["Visitor"];
            channel: components["schemas"]["ChatChannel"];
            contacts: {
                name: string;
                email: string;
                phone: string;
            };
            text: string;
            department: components["schemas"]["NamedRef"] | null;
            page: components["schemas"]["VisitedPage"] | null;
            session: components["schemas"]["VisitSource"] | null;
            /** @enum {string} */
            state: "new" | "taken" | "done";
            operator: components["schemas"]["NamedRef"] | null;
            answers?: components["schemas"]["OfflineAnswer"][];
            created_at: string;
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
        OfflineMessageUpdatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "offline_message_updated";
            chat_id?: number;
            data: {
                offline_message: components["schemas"]["OfflineMessage"];
            };
        };
        /** @enum {string} */
        Outcome: "delivered" | "refused" | "bad_reply" | "http_error" | "timeout" | "dns_failed" | "connect_failed" | "tls_failed" | "private_address" | "reply_too_large" | "token_failed" | "interrupted" | "channel_deleted" | "handed_over" | "endpoint_off" | "withdrawn";
        PingFrame: {
            /** @enum {string} */
            type: "ping";
        };
        PongFrame: {
            /** @enum {string} */
            type: "pong";
        };
        /** @enum {string} */
        Presence: "online" | "away" | "offline";
        PresenceEntry: {
            operator_id: number;
            status: components["schemas"]["Presence"];
        };
        PresenceSignal: {
            /** @enum {string} */
            type: "presence";
            operator_id: number;
            status: components["schemas"]["Presence"];
        };
        /** @enum {string} */
        Rating: "positive" | "negative";
        ReadFrame: {
            /** @enum {string} */
            type: "read";
            chat_id: number;
            seq: number;
        };
        ReadyFrame: {
            /** @enum {string} */
            type: "ready";
            epoch: string;
            position: number;
            /** @enum {string} */
            mode: "live" | "catching_up";
            presence: components["schemas"]["PresenceEntry"][];
        };
        ReceivedReply: {
            headers: {
                [key: string]: string;
            };
            body: string;
        };
        ResetFrame: {
            /** @enum {string} */
            type: "reset";
            epoch: string;
            position: number;
        };
        ResponseUsage: {
            taken: {
                field: string;
                rows?: number;
            }[];
            ignored: {
                field: string;
                reason: components["schemas"]["IgnoredReason"];
            }[];
            ignored_count: number;
        };
        SettingsChangedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "settings_changed";
            chat_id?: number;
            data: {
                kind: string;
                id: number | null;
            };
        };
        /** @enum {string} */
        Source: "visitor" | "signed" | "page" | "channel" | "webhook" | "operator";
        SystemMessageData: {
            code: string;
            by?: components["schemas"]["NamedRef"] | null;
            detail?: string;
            to?: components["schemas"]["NamedRef"] | null;
            assignment?: components["schemas"]["Assignment"];
        };
        Transfer: {
            by: components["schemas"]["NamedRef"];
            to: components["schemas"]["NamedRef"];
            comment: string | null;
            until: string;
        };
        TypingFrame: {
            /** @enum {string} */
            type: "typing";
            chat_id: number;
            typing: boolean;
        };
        TypingSignal: {
            /** @enum {string} */
            type: "typing";
            chat_id: number;
            typing: boolean;
            preview?: string;
            author: {
                /** @enum {string} */
                kind: "visitor" | "operator";
                id: number | null;
                name: string;
            };
        };
        ViewingFrame: {
            /** @enum {string} */
            type: "viewing";
            chat_id: number;
            viewing: boolean;
        };
        ViewingSignal: {
            /** @enum {string} */
            type: "viewing";
            chat_id: number;
            operator_id: number;
            viewing: boolean;
        };
        VisitSource: {
            geoip: components["schemas"]["WebhookGeoip"];
            utm: {
                source: string;
                medium: string;
                content: string;
                campaign: string;
                term: string;
            };
            ip_addr: string;
            user_agent: string;
            analytics: components["schemas"]["WebhookAnalytics"];
            language?: string;
        };
        VisitedPage: {
            url: string;
            title: string | null;
        };
        Visitor: {
            number: number;
            id: number;
            name: components["schemas"]["Contact"] | null;
            phone: components["schemas"]["Contact"] | null;
            email: components["schemas"]["Contact"] | null;
            description: components["schemas"]["Contact"] | null;
            photo: string | null;
            customer: string | null;
            consent?: components["schemas"]["Consent"];
            page?: components["schemas"]["VisitedPage"];
            came_from?: string;
            /** @enum {boolean} */
            erased?: true;
            created_at: string;
        };
        VisitorCreatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "visitor_created";
            chat_id?: number;
            data: {
                visitor: components["schemas"]["Visitor"];
            };
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
        VisitorUpdatedFrame: {
            /** @enum {string} */
            type: "event";
            position: number;
            at: string;
            /** @enum {string} */
            name: "visitor_updated";
            chat_id?: number;
            data: {
                visitor: components["schemas"]["Visitor"];
            };
        };
        WaitFrame: {
            /** @enum {string} */
            type: "wait";
            retry_after_s: number;
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
            status: components["schemas"]["CallStatus"];
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
            rate: components["schemas"]["Rating"] | null;
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
            refers_to?: components["schemas"]["MessageReference"];
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
        WebhookDepartment: {
            id: number;
            name: string;
        };
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
            by: components["schemas"]["Source"];
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
