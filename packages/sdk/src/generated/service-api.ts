// Generated: npm run x -- node packages/sdk/generate-types.ts
export interface paths {
    "/api/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the installation still needs its owner */
        get: operations["getSetupState"];
        put?: never;
        /** Create the first account and its owner, and sign in */
        post: operations["setUpInstallation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/ways": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** By what one can sign in here */
        get: operations["listSignInMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/passkey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the browser asks a passkey for a sign-in without a password */
        post: operations["createPasskeyChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin a sign-in by an OIDC provider: the address to go to */
        post: operations["startOidcSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the people of the account are signed in, the latest first */
        get: operations["listSessions"];
        put?: never;
        /** Sign in; 202: a second step is due */
        post: operations["signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out, of every account of this browser */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who I am */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change my name or password */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/api/v1/me/presence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose online, away or offline
         * @description Counts while a socket of this session (or of this API key) is open and for 20 s after; without one `presence_reason` is `no_socket`. Going away without input is the application's to say.
         */
        put: operations["setPresence"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/photo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set my photo: multipart/form-data with exactly one field, file */
        put: operations["setPhoto"];
        post?: never;
        /** Remove my photo */
        delete: operations["deletePhoto"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Set a password by an invitation or reset link; then sign in */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a link for a new password, where somebody has this address */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/applications/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Check the request of an application for access, before I decide */
        get: operations["describeApplicationRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Applications that act for me, the latest first */
        get: operations["listOwnApplications"];
        put?: never;
        /** Give an application access to what it asked for, or to a part of it */
        post: operations["connectApplication"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/applications/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnect an application; its tokens end immediately */
        delete: operations["disconnectApplication"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where I am signed in, the latest first */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere else */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End one of my sessions */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My sign-ins, refused ones too, the latest first */
        get: operations["listOwnSignIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** By what I can confirm that it is me, and until when I need not */
        get: operations["listReauthenticationMethods"];
        put?: never;
        /** Confirm that it is me; changes of secrets and roles ask for it after 15 minutes */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My second factors */
        get: operations["getOwnSecurity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begin with an application that shows codes: its secret, in this answer only */
        post: operations["createTotpSecret"];
        /** Ask for codes of the application no more */
        delete: operations["deleteTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show a first code: from now on the application counts */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/recovery-codes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New codes for the day the device is lost; the earlier ones end */
        post: operations["createRecoveryCodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What the browser asks for a new passkey */
        post: operations["createPasskeyOptions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add a passkey */
        post: operations["addPasskey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/passkeys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove a passkey */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        /** Give a passkey another name */
        patch: operations["updatePasskey"];
        trace?: never;
    };
    "/api/v1/me/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts in which this browser is signed in */
        get: operations["listOwnAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sessions/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go on in another account of this browser */
        post: operations["switchAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a second factor is asked of everybody, and who has none */
        get: operations["getSecurityPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Ask a second factor of everybody, after some days of grace, or of nobody */
        patch: operations["updateSecurityPolicy"];
        trace?: never;
    };
    "/api/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** End a session */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Sign-ins of the account's people, refused ones too, the latest first */
        get: operations["listSignIns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators/{id}/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove all second factors of an operator who lost the device; ends their sessions */
        delete: operations["deleteSecondFactor"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/oidc": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Providers of sign-in; secrets are never read back */
        get: operations["listOidcProviders"];
        put?: never;
        /** Let an OIDC provider say who somebody is; it is asked first whether it is one */
        post: operations["createOidcProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/oidc/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Delete a sign-in provider; sessions that it started stay */
        delete: operations["deleteOidcProvider"];
        options?: never;
        head?: never;
        /** Change a provider of sign-in; without `client_secret` the stored one stays, as long as issuer and client do */
        patch: operations["updateOidcProvider"];
        trace?: never;
    };
    "/api/v1/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Chats, newest first; `assignment` is null here */
        get: operations["listChats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/counters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Numbers beside the views of the inbox */
        get: operations["getChatCounters"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One chat */
        get: operations["getChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Messages, notes and system lines, oldest first */
        get: operations["listMessages"];
        put?: never;
        /** Answer, send an upload or write a note; the same client_id gives the first message again */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Set the own read mark */
        put: operations["markChatRead"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Subject and recipients that the next email of a chat begins with */
        get: operations["getChatEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/reply-to": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Choose whether replies to the sender go where their emails ask for them */
        put: operations["useReplyTo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the chat */
        post: operations["acceptChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take part in the chat beside its assignee */
        post: operations["joinChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Leave the chat; the last one returns it to waiting */
        post: operations["leaveChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/transfer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask a colleague to take the chat, or let it wait in a department */
        post: operations["transferChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/transfer/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take a chat that is being transferred to oneself */
        post: operations["acceptTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/transfer/refuse": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Not take a chat that is being transferred to oneself; the sender reads the reason */
        post: operations["refuseTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/transfer/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Withdraw a transfer that its target has not answered; 409 `already_accepted` if the target was first */
        post: operations["withdrawTransfer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/notice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mark the notice of the chat as opened, or dismiss it */
        post: operations["markChatNotice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/skip": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop a waiting chat from ringing until it is offered again */
        post: operations["skipChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask a colleague into the chat, who joins or does not */
        post: operations["inviteOperatorToChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/invite/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Not come into a chat one was asked into; no line is written */
        post: operations["declineChatInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/close": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Close the chat, finally and at once */
        post: operations["closeChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/assign-crm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Bind the chat to the CRM card that a webhook's reply named, once per link */
        post: operations["assignCrmCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/ask-rating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the visitor for a rating; 409 `no_rating` where the channel cannot */
        post: operations["askForRating"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/mail-transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail the conversation to the visitor, at most 3 times; 409 `not_available` without mail, 400 at `email` without an address */
        post: operations["mailTranscript"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/continue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Go on with a closed chat in a new one */
        post: operations["continueChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/typing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Say that the operator types, or stopped */
        post: operations["sendTyping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/transcript": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The chat as a file, times in the account's zone; `notes`: with what only the team sees */
        get: operations["getTranscript"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tags of the account */
        get: operations["listTags"];
        put?: never;
        /** Create a tag */
        post: operations["createTag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tags/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One tag */
        get: operations["getTag"];
        put?: never;
        post?: never;
        /** Delete a tag; chats keep its name */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /** Rename a tag; chats that have it keep the name it was put on with */
        patch: operations["updateTag"];
        trace?: never;
    };
    "/api/v1/chats/{id}/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say which tags the chat has; a closed one too */
        put: operations["setChatTags"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/canned-replies/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The quick replies in the asker's reach as a file: `csv`, in which no cell begins a formula, or `json` */
        get: operations["exportCannedReplies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/canned-replies/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add and change quick replies from a file: all of it or nothing; `dry_run` says what would come of it, with every fault */
        post: operations["importCannedReplies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/canned-replies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Quick replies that the caller may use: their own, their departments', the account's */
        get: operations["listCannedReplies"];
        put?: never;
        /** Create a quick reply; those of departments and of the account by who manages the account */
        post: operations["createCannedReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/canned-replies/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One quick reply */
        get: operations["getCannedReply"];
        put?: never;
        post?: never;
        /** Delete a quick reply */
        delete: operations["deleteCannedReply"];
        options?: never;
        head?: never;
        /** Change a quick reply */
        patch: operations["updateCannedReply"];
        trace?: never;
    };
    "/api/v1/canned-replies/{id}/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Count one use of the reply; each operator's list begins with the replies they use most */
        post: operations["useCannedReply"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/drafts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Own drafts, newest first; never more than 300, on one page */
        get: operations["listDrafts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/draft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Keep the own draft of a chat; with a version that is not above the kept one the answer is the kept one */
        put: operations["saveDraft"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mentions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Notes above the own read mark that name the asker, newest first; the latest 200, on one page */
        get: operations["listMentions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Upload a file: multipart/form-data with exactly one field, file */
        post: operations["uploadFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An uploaded file of the asker's own */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/media": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A picture at an address that an integrator gave, fetched by the server; its bytes */
        get: operations["getPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Block the visitor of the chat, which closes */
        post: operations["blockChat"];
        /** Take back what blocked the visitor in a chat; the chat stays closed */
        delete: operations["unblockChat"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Events after a cursor, as a long poll or as server-sent events */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Chats with messages that match, newest first unless sort says otherwise; with scope=all also people and their chats */
        get: operations["search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Numbers of the messages of this chat that match a search, in their order */
        get: operations["listChatMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/search/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What a search finds as CSV, XLSX or JSON Lines, newest first */
        get: operations["exportSearch"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of a period by day, hour, channel, department and person, compared with the period before */
        get: operations["getReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{number}/chats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The chats that a number of a report counts, the latest first */
        get: operations["listReportChats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A table of a report as CSV or XLSX */
        get: operations["exportReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Visitors, newest first by number, or by what they did last */
        get: operations["listVisitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One visitor, with the person to whom operators merged them */
        get: operations["getVisitor"];
        put?: never;
        post?: never;
        /** Erase a visitor, their person and all their data permanently */
        delete: operations["eraseVisitor"];
        options?: never;
        head?: never;
        /** Correct what is known of a visitor (source `operator`) */
        patch: operations["updateVisitor"];
        trace?: never;
    };
    "/api/v1/visitors/{number}/matches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Visitors who may be the same person, with the contacts that both have */
        get: operations["listVisitorMatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/merges/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Merge two visitors to one person */
        put: operations["mergeVisitors"];
        post?: never;
        /** Undo the merge of two visitors */
        delete: operations["separateVisitors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/different/{other}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Say that two visitors are different people, so that they are not suggested */
        put: operations["dismissVisitorMatch"];
        post?: never;
        /** Take back that two visitors are different people */
        delete: operations["restoreVisitorMatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Visitors that were erased, newest first, and who outside had received something of them */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How long what is kept, in days; 0 is for ever */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change how long what is kept, for the whole installation */
        patch: operations["updateRetention"];
        trace?: never;
    };
    "/api/v1/retention/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What these times would remove now; changes nothing */
        post: operations["previewRetention"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/data/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the account keeps here */
        get: operations["getStorageFigures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Everything of the account as a zip of JSON Lines and files, for `parlour import`; no secrets */
        get: operations["exportAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account/export/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether data would be given out now, or a proof of who asks is needed first */
        get: operations["checkAccountExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All data of a visitor and of their person as a zip: JSON, and the files of the chats */
        get: operations["exportVisitor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/online": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Visitors with a page open that has a widget, the longest on the site first */
        get: operations["listOnlineVisitors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/visits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A visitor's visits of sites with a widget, the latest first */
        get: operations["listVisits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Invite a visitor who is on the site to a chat */
        post: operations["inviteVisitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/invite/withdraw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take back the invitation that an operator sent and the visitor has not answered */
        post: operations["withdrawVisitorInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/visitors/{number}/block": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Block a visitor who has no running chat */
        post: operations["blockVisitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blacklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries of the blacklist, newest first, lifted ones too */
        get: operations["listBlockList"];
        put?: never;
        /** Block what matches; 409 name_taken when an entry in force names the same */
        post: operations["createBlockListEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/blacklist/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One entry */
        get: operations["getBlockListEntry"];
        put?: never;
        post?: never;
        /** Lift an entry; the record stays */
        delete: operations["liftBlockListEntry"];
        options?: never;
        head?: never;
        /** Change the end or the reason of an entry, or take back that it was lifted */
        patch: operations["updateBlockListEntry"];
        trace?: never;
    };
    "/api/v1/blacklist/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Would this be blocked, and by which entry */
        post: operations["checkBlockList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Channels; `inbound_url` only for those who manage them */
        get: operations["listChannels"];
        put?: never;
        /** Create a chat API channel, whose signing secret is shown in this answer only, a site widget, or a channel of an external service */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One channel */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /** Delete a channel; its chats close, its archive stays */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        /** Change a channel */
        patch: operations["updateChannel"];
        trace?: never;
    };
    "/api/v1/channels/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New inbound address or signing secret; the old one works 24 h more */
        post: operations["rotateChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one test message and report how the channel stands */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/connection-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a channel of an external service in both directions */
        post: operations["testChannelConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Templates that the service of the channel has approved */
        get: operations["listChannelTemplates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/identity-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New identity secret of a site widget, shown in this answer only; tokens signed with the old one are refused from now on */
        post: operations["createIdentitySecret"];
        /** Switch signed identity off; tokens of the page are opaque again */
        delete: operations["deleteIdentitySecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/address-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Mail a code to the address of a channel */
        post: operations["sendChannelAddressCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/address-proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Prove the address of a channel with the code that was mailed to it */
        post: operations["proveChannelAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Operators, deactivated ones too */
        get: operations["listOperators"];
        put?: never;
        /** Add an operator; without a password the answer carries an invitation link, once */
        post: operations["inviteOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operators/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One operator */
        get: operations["getOperator"];
        put?: never;
        post?: never;
        /** Deactivate an operator: ends their sessions, returns their chats to waiting, keeps history */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        /** Change an operator; another role ends their sessions */
        patch: operations["updateOperator"];
        trace?: never;
    };
    "/api/v1/operators/{id}/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A link that sets a new password once, 30 min */
        post: operations["resetOperator"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the account */
        patch: operations["updateAccount"];
        trace?: never;
    };
    "/api/v1/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Accounts of the installation */
        get: operations["listAccounts"];
        put?: never;
        /** Create an account with its owner; without a password the answer carries an invitation link, once */
        post: operations["createAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Suspend or resume an account, or allow addresses to it */
        patch: operations["setAccountSuspension"];
        trace?: never;
    };
    "/api/v1/departments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Departments */
        get: operations["listDepartments"];
        put?: never;
        /** Create a department */
        post: operations["createDepartment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/departments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One department */
        get: operations["getDepartment"];
        put?: never;
        post?: never;
        /** Delete a department; chats keep its name */
        delete: operations["deleteDepartment"];
        options?: never;
        head?: never;
        /** Change a department */
        patch: operations["updateDepartment"];
        trace?: never;
    };
    "/api/v1/working-hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Working hours of the account, and whether it is open now */
        get: operations["getWorkingHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the working hours of the account */
        patch: operations["updateWorkingHours"];
        trace?: never;
    };
    "/api/v1/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How chats find operators */
        get: operations["getRouting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change how chats find operators */
        patch: operations["updateRouting"];
        trace?: never;
    };
    "/api/v1/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Calls, newest first */
        get: operations["listCalls"];
        put?: never;
        /** Call the visitor of a chat; 409 `call_running` during another call */
        post: operations["createCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One call */
        get: operations["getCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** System lines of one call in its chat, oldest first */
        get: operations["listCallLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take the call and its waiting chat; of several the first has it (409 `already_accepted` with `by`) */
        post: operations["takeCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The visitor is on the line */
        post: operations["connectCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The call is over */
        post: operations["endCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/fail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The call came to nothing; the reason is sent to webhooks and shown to the visitor */
        post: operations["failCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/later": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Put the call off: nobody has it, and it waits again at `due_at`; with `reason` after a vain try, of which there are at most 3 */
        post: operations["postponeCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calls/{id}/note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Note something about the call, also after its end; for the team alone */
        post: operations["noteCall"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/call-settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How visitors are called back */
        get: operations["getCallSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change how visitors are called back; a signing secret that was made is shown in this answer only */
        patch: operations["updateCallSettings"];
        trace?: never;
    };
    "/api/v1/call-settings/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A new signing secret of the telephony server; the present one signs beside it for 24 h */
        post: operations["rotateCallSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/call-settings/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ask the telephony server once, with `test`: nobody is called */
        post: operations["testCallServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bot-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bot providers: all for the instance owner, else those that the account may choose or asked for */
        get: operations["listBotProviders"];
        put?: never;
        /** Issue a provider id (instance owner), or ask for one */
        post: operations["createBotProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bot-providers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One bot provider */
        get: operations["getBotProvider"];
        put?: never;
        post?: never;
        /** Delete a bot provider that no connection uses; its id is never issued again */
        delete: operations["deleteBotProvider"];
        options?: never;
        head?: never;
        /** Change, approve, refuse, suspend or resume a bot provider */
        patch: operations["updateBotProvider"];
        trace?: never;
    };
    "/api/v1/bots": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Bot connections; addresses only for those who manage them */
        get: operations["listBots"];
        put?: never;
        /** Connect a bot; the signing secret is shown in this answer only */
        post: operations["createBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One bot connection with the two addresses to give to its provider */
        get: operations["getBot"];
        put?: never;
        post?: never;
        /** Delete a bot connection; its chats go to operators */
        delete: operations["deleteBot"];
        options?: never;
        head?: never;
        /** Change a bot connection */
        patch: operations["updateBot"];
        trace?: never;
    };
    "/api/v1/bots/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New signing secret; the old one signs beside it 24 h more */
        post: operations["rotateBotSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Webhooks, in the order of creation */
        get: operations["listWebhooks"];
        put?: never;
        /** Create a webhook; the signing secret is shown in this answer only */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete a webhook; what is pending is dropped */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** New signing secret; the old one signs beside it 24 h more */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/triggers/dry-run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Which of the last 100 visitors a rule would have reached, by what is known of their last visit; nothing is sent or kept */
        post: operations["dryRunTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/triggers/replaced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Pages whose script put other rules in the place of the account's (setRules), since this server started */
        get: operations["listPagesWithOwnRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Triggers in their order; those of the provisioning file first */
        get: operations["listTriggers"];
        put?: never;
        /** Create a trigger, behind the others */
        post: operations["createTrigger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/triggers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One trigger */
        get: operations["getTrigger"];
        put?: never;
        post?: never;
        /** Delete a trigger */
        delete: operations["deleteTrigger"];
        options?: never;
        head?: never;
        /** Change a trigger */
        patch: operations["updateTrigger"];
        trace?: never;
    };
    "/api/v1/triggers/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put the triggers in order; each that the provisioning file does not manage once */
        put: operations["orderTriggers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** API keys, without the keys themselves */
        get: operations["listApiKeys"];
        put?: never;
        /** Make a key; it is shown in this answer only */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/api-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Take a key back, at once */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries of the audit log, newest first */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/actions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What the entries say was done, each once */
        get: operations["listAuditActions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Work every hash out again */
        get: operations["verifyAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Entries of the audit log as CSV, XLSX or JSON Lines, newest first */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Settings of the installation */
        get: operations["getInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change settings of the installation */
        patch: operations["updateInstance"];
        trace?: never;
    };
    "/api/v1/instance/egress-allow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Add or take away entries of the allow list */
        post: operations["allowAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Version, checks, storage and backup of the installation */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/get-started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What is done and what is missing before visitors come */
        get: operations["getSetupProgress"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How mail is sent; the password is never read back */
        get: operations["getMailServer"];
        /** Set up mail; without `password` the stored one stays, as long as server and user do */
        put: operations["setMailServer"];
        post?: never;
        /** Send no mail any more; what waits is given up */
        delete: operations["deleteMailServer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/mail/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one mail to the asker, with these settings or those in force; says at which step it failed and what to do */
        post: operations["testMailServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which mails I get */
        get: operations["getMailPreferences"];
        /** Choose which mails I get */
        put: operations["setMailPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/offline-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Offline messages, newest first */
        get: operations["listOfflineMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/offline-messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One offline message */
        get: operations["getOfflineMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/offline-messages/{id}/take": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Take it: it is mine to answer */
        post: operations["takeOfflineMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/offline-messages/{id}/done": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nothing is left to do about it */
        post: operations["finishOfflineMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/offline-messages/{id}/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer by mail, which stands in the ledger; the message is done */
        post: operations["mailOfflineMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/offline-messages/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answer in the visitor's running chat, or in a new one; the message is then done */
        post: operations["continueOfflineMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ignored-emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the emails that became no chat, newest first */
        get: operations["listIgnoredEmails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ignored-emails/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an email that became no chat */
        get: operations["getIgnoredEmail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/ignored-emails/{id}/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Start a chat from an email that became none */
        post: operations["startChatFromIgnoredEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries, newest first */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One delivery with every attempt */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a failed delivery again, with the same message id */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/messages/{seq}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a failed message again, with the same message id */
        post: operations["retryMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Figures of the last 24 hours: events, success, queue, times, answers that were not usable */
        get: operations["getDeliveryTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/deliveries/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send failed deliveries of an endpoint again; `dry_run=true` counts them */
        post: operations["replayDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Endpoints with their state, health and what waits for them */
        get: operations["listEndpoints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One endpoint */
        get: operations["getEndpoint"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Hold back what is owed to an endpoint; it waits in order */
        post: operations["pauseEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/endpoints/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send again to an endpoint that was paused or switched off */
        post: operations["resumeEndpoint"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inspector": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Latest requests of integrators and ours at all nodes, oldest first */
        get: operations["listInspectedRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The sample of every event, for test events */
        get: operations["listSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bots/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The latest test of a bot and what the bot posted for it */
        get: operations["getBotTest"];
        put?: never;
        /** Send one test event to a bot */
        post: operations["testBot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one test event to a webhook and show what its reply means */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The key that browsers bind their push subscriptions to */
        get: operations["getPushKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** My devices that get notices */
        get: operations["listPushDevices"];
        put?: never;
        /** Get notices on the device of this session; takes the place of what the session had */
        post: operations["createPushDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Send one of my devices no more notices */
        delete: operations["deletePushDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/subscriptions/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send one of my devices a notice that says that it is a test */
        post: operations["testPushDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/self-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** What my self-test of alerts found */
        put: operations["saveSelfTest"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/push/reach": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** By which ways each operator can be called */
        get: operations["listReachability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptInvitation: {
            token: string;
            password: string;
        };
        Account: {
            id: number;
            name: string;
            locale: string;
            accent: string;
            suspended: boolean;
            managed: boolean;
            managed_fields: components["schemas"]["AccountField"][];
            safe_url: boolean | string[];
            trust_webhook_links: boolean;
            upload_mib: number;
        };
        /** @enum {string} */
        AccountField: "name" | "locale" | "accent" | "safe_url" | "trust_webhook_links";
        AccountHours: {
            timezone: string | null;
            week: components["schemas"]["Week"];
            exceptions: {
                [key: string]: string[];
            };
            open_now: boolean;
            next_opening_at: string | null;
            managed: boolean;
        };
        AccountHoursPatch: {
            timezone?: string | null;
            week?: components["schemas"]["Week"];
            exceptions?: {
                [key: string]: string[];
            };
        };
        AccountInvited: {
            id: number;
            name: string;
            suspended: boolean;
            managed: boolean;
            created_at: string;
            allowed_addresses: string[];
            owners: {
                id: number;
                name: string;
                email: string;
            }[];
            invite_url?: string;
            invite_expires_at?: string;
        };
        AccountOverview: {
            id: number;
            name: string;
            suspended: boolean;
            managed: boolean;
            created_at: string;
            allowed_addresses: string[];
            owners: {
                id: number;
                name: string;
                email: string;
            }[];
        };
        AccountPatch: {
            name?: string;
            locale?: string;
            accent?: string;
            safe_url?: boolean | string[];
            trust_webhook_links?: boolean;
        };
        AccountSuspension: {
            suspended?: boolean;
            allowed_addresses?: string[];
        };
        AccountSwitch: {
            account_id: number;
        };
        Accounts: {
            items: components["schemas"]["AccountOverview"][];
            next_cursor: string | null;
        };
        ApiError: {
            error: {
                code: string;
                message: string;
                field?: string;
                scope?: string;
                by?: components["schemas"]["NamedRef"];
                chat_id?: number;
                request_id: string;
            };
            start?: string;
        };
        ApiKey: {
            id: number;
            name: string;
            operator: components["schemas"]["NamedRef"];
            scopes: string[];
            hint: string;
            created_at: string;
            last_used_at: string | null;
            expires_at: string | null;
            managed: boolean;
        };
        ApiKeyWithKey: {
            id: number;
            name: string;
            operator: components["schemas"]["NamedRef"];
            scopes: string[];
            hint: string;
            created_at: string;
            last_used_at: string | null;
            expires_at: string | null;
            managed: boolean;
            key?: string;
        };
        ApiKeys: {
            items: components["schemas"]["ApiKey"][];
            next_cursor: string | null;
        };
        AppliedReplyData: {
            contact_info: {
                name: string | null;
                phone: string | null;
                email: string | null;
            };
            custom_data: {
                title: string | null;
                content: string;
                link: string | null;
                key: string | null;
            }[] | null;
            enable_assign: boolean | null;
            crm_link: string | null;
            page: components["schemas"]["VisitedPage"] | null;
        };
        Assignment: {
            rules: string[];
            eligible: number[];
            others: {
                operator_id: number;
                reasons: string[];
            }[];
        };
        Attempt: {
            n: number;
            started_at: string;
            duration_ms: number;
            outcome: components["schemas"]["Outcome"];
            status: number | null;
            error: components["schemas"]["ErrorDetail"] | null;
            request: components["schemas"]["SentRequest"] | null;
            reply: components["schemas"]["ReceivedReply"] | null;
            used: components["schemas"]["ResponseUsage"] | null;
        };
        AuditActions: {
            items: string[];
        };
        AuditChange: {
            object: string;
            id: string | null;
            name: string | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        AuditEntry: {
            n: number;
            at: string;
            actor: {
                /** @enum {string} */
                kind: "operator" | "key" | "file" | "anonymous" | "command" | "system";
                id: number | null;
                name: string | null;
            };
            action: string;
            target: string | null;
            address: string | null;
            request_id: string | null;
            result: components["schemas"]["AuditResult"];
            changes: components["schemas"]["AuditChange"][];
            previous: string | null;
            hash: string;
        };
        AuditLog: {
            items: components["schemas"]["AuditEntry"][];
            next_cursor: string | null;
        };
        /** @enum {string} */
        AuditResult: "ok" | "refused";
        /** @enum {string} */
        AuditScope: "account" | "installation";
        AuditVerification: {
            intact: boolean;
            count: number;
            first: number | null;
            last: number | null;
            hash: string | null;
            broken_at: number | null;
        };
        Author: {
            kind: components["schemas"]["AuthorKind"];
            id: number | null;
            name: string;
        };
        /** @enum {string} */
        AuthorKind: "visitor" | "operator" | "bot" | "system";
        AuthorizationRedirect: {
            url: string;
        };
        AuthorizationRequest: {
            client_id: string;
            redirect_uri: string;
            response_type: string;
            code_challenge: string;
            code_challenge_method: string;
            scope?: string;
            state?: string;
            resource?: string;
        };
        /** @enum {number} */
        Availability: 0 | 1;
        BlockCheckQuery: {
            ip?: string;
            country?: string;
            email?: string;
            phone?: string;
            user_token?: string;
            visitor?: number;
            customer?: {
                channel_id: number;
                id: string;
            };
        };
        BlockCheckResult: {
            blocked: boolean;
            entry: components["schemas"]["BlockListEntry"] | null;
        };
        BlockList: {
            items: components["schemas"]["BlockListEntry"][];
            next_cursor: string | null;
        };
        BlockListEntry: {
            id: number;
            kind: components["schemas"]["BlockListKind"];
            value: string;
            channel_id: number | null;
            /** @enum {string} */
            state: "in_force" | "over" | "lifted";
            until: string | null;
            reason: string | null;
            chat_id: number | null;
            by: components["schemas"]["NamedRef"] | null;
            created_at: string;
            lifted_at: string | null;
            lifted_by: components["schemas"]["NamedRef"] | null;
            managed: boolean;
        };
        BlockListEntryPatch: {
            until?: string | null;
            reason?: string | null;
            /** @enum {boolean} */
            lifted?: false;
        };
        /** @enum {string} */
        BlockListKind: "visitor" | "ip" | "range" | "country" | "email" | "phone" | "user_token" | "customer";
        Bot: {
            id: number;
            endpoint_id: number;
            provider: {
                id: string;
                name: string;
                state: components["schemas"]["ProviderState"];
            };
            name: string;
            photo: string | null;
            enabled: boolean;
            endpoint_url: string;
            channels: number[] | null;
            invite_wait_s: number;
            silent_s: number;
            sends_chat_closed: boolean;
            answers_settle: boolean;
            append_token: boolean;
            authorization: {
                token_url: string;
                client_id: string;
                scope: string | null;
                client_auth: components["schemas"]["ClientAuth"];
            } | null;
            token_short: boolean;
            address: string | null;
            address_with_authorization: string | null;
            secret_hint: string;
            secret_created_at: string | null;
            last_used_at: string | null;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            created_at: string;
            managed: boolean;
        };
        BotPatch: {
            name?: string;
            photo?: string | null;
            enabled?: boolean;
            token?: string;
            endpoint_url?: string;
            channels?: number[] | null;
            invite_wait_s?: number;
            silent_s?: number;
            sends_chat_closed?: boolean;
            answers_settle?: boolean;
            append_token?: boolean;
            authorization?: {
                token_url: string;
                client_id: string;
                client_secret?: string;
                scope?: string | null;
                client_auth?: components["schemas"]["ClientAuth"];
            } | null;
        };
        BotPost: {
            at: string;
            event: string | null;
            message: {
                /** @enum {string} */
                type: "TEXT" | "MARKDOWN" | "BUTTONS";
                title: string;
                text: string;
                buttons: components["schemas"]["MessageButton"][];
            } | null;
            warnings: components["schemas"]["ErrorDetail"][];
            error: components["schemas"]["ErrorDetail"] | null;
        };
        BotProvider: {
            id: string;
            name: string;
            contact: string | null;
            endpoint_url: string | null;
            scope: components["schemas"]["ProviderScope"];
            account_id: number | null;
            state: components["schemas"]["ProviderState"];
            connections: number;
            created_at: string;
            managed: boolean;
        };
        BotProviderPatch: {
            name?: string;
            contact?: string;
            endpoint_url?: string | null;
            /** @enum {string} */
            state?: "active" | "suspended" | "refused";
        };
        BotProviders: {
            items: components["schemas"]["BotProvider"][];
            next_cursor: string | null;
        };
        BotTest: {
            started_at: string | null;
            open_until: string | null;
            is_open: boolean;
            posts: components["schemas"]["BotPost"][];
        };
        BotTestAttempt: {
            outcome: components["schemas"]["Outcome"];
            status: number | null;
            duration_ms: number;
            error: components["schemas"]["ErrorDetail"] | null;
            request: components["schemas"]["SentRequest"] | null;
            reply: components["schemas"]["ReceivedReply"] | null;
            started_at: string | null;
            open_until: string | null;
            is_open: boolean;
            posts: components["schemas"]["BotPost"][];
        };
        /** @enum {string} */
        BotTestEvent: "CLIENT_MESSAGE" | "AGENT_JOINED" | "AGENT_UNAVAILABLE" | "CHAT_CLOSED";
        BotWithSecret: {
            id: number;
            endpoint_id: number;
            provider: {
                id: string;
                name: string;
                state: components["schemas"]["ProviderState"];
            };
            name: string;
            photo: string | null;
            enabled: boolean;
            endpoint_url: string;
            channels: number[] | null;
            invite_wait_s: number;
            silent_s: number;
            sends_chat_closed: boolean;
            answers_settle: boolean;
            append_token: boolean;
            authorization: {
                token_url: string;
                client_id: string;
                scope: string | null;
                client_auth: components["schemas"]["ClientAuth"];
            } | null;
            token_short: boolean;
            address: string | null;
            address_with_authorization: string | null;
            secret_hint: string;
            secret_created_at: string | null;
            last_used_at: string | null;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            created_at: string;
            managed: boolean;
            signing_secret?: string;
        };
        Bots: {
            items: components["schemas"]["Bot"][];
            next_cursor: string | null;
        };
        BrowserAccounts: {
            items: {
                account: components["schemas"]["NamedRef"];
                operator: components["schemas"]["NamedRef"];
                current: boolean;
            }[];
        };
        /** @enum {string} */
        CallDriver: "desk" | "http";
        /** @enum {string} */
        CallListState: "waiting" | "running" | "done";
        CallNote: {
            text: string;
        };
        CallSettings: {
            enabled: boolean;
            driver: components["schemas"]["CallDriver"];
            url: string | null;
            hours: components["schemas"]["WorkingHours"] | null;
            prefixes: string[];
            no_answer_agent_s: number;
            no_answer_client_s: number;
            balance_min: number | null;
            open_now: boolean;
            report_url: string | null;
            secret_hint: string | null;
            managed: boolean;
        };
        CallSettingsChanged: {
            enabled: boolean;
            driver: components["schemas"]["CallDriver"];
            url: string | null;
            hours: components["schemas"]["WorkingHours"] | null;
            prefixes: string[];
            no_answer_agent_s: number;
            no_answer_client_s: number;
            balance_min: number | null;
            open_now: boolean;
            report_url: string | null;
            secret_hint: string | null;
            managed: boolean;
            signing_secret?: string;
        };
        CallSettingsPatch: {
            enabled?: boolean;
            driver?: components["schemas"]["CallDriver"];
            url?: string | null;
            hours?: components["schemas"]["WorkingHours"] | null;
            prefixes?: string[];
            no_answer_agent_s?: number;
            no_answer_client_s?: number;
            balance_min?: number | null;
        };
        /** @enum {string} */
        CallStatus: "start" | "agent_connected" | "client_connected" | "end" | "error";
        CallWithVisitor: {
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
            visitor: components["schemas"]["Visitor"];
            channel: components["schemas"]["ChatChannel"];
        };
        Calls: {
            items: components["schemas"]["CallWithVisitor"][];
            next_cursor: string | null;
        };
        CannedReplies: {
            items: components["schemas"]["CannedReply"][];
            next_cursor: string | null;
        };
        CannedReply: {
            id: number;
            scope: components["schemas"]["ReplyScope"];
            department_id: number | null;
            folder: string;
            shortcut: string;
            language: string;
            text: string;
            uses: number;
            created_at: string;
            updated_at: string;
            managed: boolean;
        };
        CannedReplyPatch: {
            scope?: components["schemas"]["ReplyScope"];
            department_id?: number | null;
            folder?: string;
            shortcut?: string;
            language?: string;
            text?: string;
        };
        Channel: {
            id: number;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            public_id: string;
            enabled: boolean;
            endpoint_url: string;
            chunked: boolean;
            append_public_id: boolean;
            media_as: components["schemas"]["MediaFormat"];
            bot_available: boolean;
            operators: number[];
            inbound_url: string | null;
            secret_hint: string;
            status: components["schemas"]["Availability"];
            last_inbound_at: string | null;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            created_at: string;
            managed: boolean;
            capabilities: components["schemas"]["ChannelCapabilities"];
            settings?: {
                [key: string]: unknown;
            };
            info?: {
                [key: string]: unknown;
            };
            problem?: {
                at: string;
                code: string;
                values: {
                    [key: string]: string;
                };
                message: string;
            } | null;
            /** @enum {string} */
            address_state?: "proved" | "unproved" | "taken";
            secret_hints?: {
                [key: string]: string;
            };
            widget?: components["schemas"]["WidgetSettings"];
            snippet?: string;
            has_identity_secret?: boolean;
        };
        ChannelAddressCode: {
            code: string;
        };
        ChannelCapabilities: {
            chat_window: boolean;
            media: ("video" | "audio" | "voice" | "photo" | "sticker" | "document" | "location")[];
            max_text_length: number;
            max_buttons: number;
            email: boolean;
            operator_typing: boolean;
            integrator_endpoint: boolean;
            /** @enum {string} */
            receipts: "none" | "delivered" | "read";
            visitor_edits: boolean;
            reply_window_hours: number | null;
            merge_seconds: number;
            claimed_senders: boolean;
            templates: boolean;
        };
        /** @enum {string} */
        ChannelKind: "api" | "mail" | "telegram" | "whatsapp" | "widget";
        ChannelPatch: {
            name?: string;
            endpoint_url?: string;
            chunked?: boolean;
            operators?: number[];
            append_public_id?: boolean;
            media_as?: components["schemas"]["MediaFormat"];
            bot_available?: boolean;
            enabled?: boolean;
            widget?: components["schemas"]["WidgetSettingsPatch"];
            settings?: {
                [key: string]: unknown;
            };
        };
        ChannelTemplate: {
            name: string;
            language: string;
            category: string;
            text: string;
            parameters: string[];
        };
        ChannelTemplates: {
            items: components["schemas"]["ChannelTemplate"][];
            next_cursor: string | null;
        };
        ChannelTest: {
            outbound: components["schemas"]["TestAttempt"];
            inbound: {
                url: string | null;
                status: components["schemas"]["Availability"];
                accepts_messages: boolean;
                last_inbound_at: string | null;
            };
        };
        ChannelWithSecret: {
            id: number;
            kind: components["schemas"]["ChannelKind"];
            name: string;
            public_id: string;
            enabled: boolean;
            endpoint_url: string;
            chunked: boolean;
            append_public_id: boolean;
            media_as: components["schemas"]["MediaFormat"];
            bot_available: boolean;
            operators: number[];
            inbound_url: string | null;
            secret_hint: string;
            status: components["schemas"]["Availability"];
            last_inbound_at: string | null;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            created_at: string;
            managed: boolean;
            capabilities: components["schemas"]["ChannelCapabilities"];
            settings?: {
                [key: string]: unknown;
            };
            info?: {
                [key: string]: unknown;
            };
            problem?: {
                at: string;
                code: string;
                values: {
                    [key: string]: string;
                };
                message: string;
            } | null;
            /** @enum {string} */
            address_state?: "proved" | "unproved" | "taken";
            secret_hints?: {
                [key: string]: string;
            };
            widget?: components["schemas"]["WidgetSettings"];
            snippet?: string;
            has_identity_secret?: boolean;
            signing_secret?: string;
        };
        Channels: {
            items: components["schemas"]["Channel"][];
            next_cursor: string | null;
        };
        Chat: {
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
            assignment: components["schemas"]["Assignment"] | null;
            tags?: components["schemas"]["NamedRef"][];
            /** @enum {boolean} */
            blacklisted?: true;
            queue?: components["schemas"]["Queue"] | null;
            unread: number;
            last_message: components["schemas"]["Message"] | null;
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
        ChatEmail: {
            from: string;
            subject: string;
            reply: components["schemas"]["EmailRecipients"];
            reply_all: components["schemas"]["EmailRecipients"];
            letter: number | null;
            reply_to: {
                from: components["schemas"]["EmailAddress"];
                addresses: components["schemas"]["EmailAddress"][];
                used: boolean;
            } | null;
            known: string[];
        };
        ChatHit: {
            chat: components["schemas"]["Chat"];
            hits: components["schemas"]["SearchHit"][];
            count: number;
            active_at?: string;
        };
        ChatInvitation: {
            by: components["schemas"]["NamedRef"];
            to: components["schemas"]["NamedRef"];
            comment: string | null;
        };
        ChatMatches: {
            seqs: number[];
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
        /** @enum {string} */
        ChatState: "bot" | "waiting" | "open" | "closed";
        ChatTags: {
            tags: number[];
        };
        /** @enum {string} */
        ChatView: "mine" | "waiting" | "bot" | "all" | "closed" | "missed";
        Chats: {
            items: components["schemas"]["Chat"][];
            next_cursor: string | null;
        };
        /** @enum {string} */
        ClientAuth: "basic" | "body";
        ConnectedApplication: {
            id: number;
            name: string;
            scopes: string[];
            created_at: string;
            last_used_at: string | null;
        };
        ConnectedApplications: {
            items: components["schemas"]["ConnectedApplication"][];
        };
        ConnectionTest: {
            outbound: components["schemas"]["DirectionTest"];
            inbound: components["schemas"]["DirectionTest"];
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
        Counters: {
            views: {
                mine: number;
                waiting: number;
                bot: number;
                all: number;
                missed: number;
                offline: number;
                calls: number;
            };
            unread: number;
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
        Deliveries: {
            items: components["schemas"]["Delivery"][];
            next_cursor: string | null;
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
        DeliveryTotals: {
            since: string;
            events: number;
            is_capped: boolean;
            events_before: number | null;
            delivered: number;
            failed: number;
            dead: number;
            not_usable: number;
            queued: {
                count: number;
                is_capped: boolean;
                oldest_at: string | null;
                endpoint_id: number | null;
            };
            took: {
                attempts: number;
                median_ms: number;
                p95_ms: number;
            } | null;
        };
        DeliveryWithAttempts: {
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
            attempts_made: components["schemas"]["Attempt"][];
        };
        Department: {
            id: number;
            name: string;
            operators: number[];
            working_hours: components["schemas"]["DepartmentHours"] | null;
            open_now: boolean;
            next_opening_at: string | null;
            created_at: string;
            managed: boolean;
        };
        DepartmentHours: {
            timezone: string;
            week: components["schemas"]["Week"];
            exceptions: {
                [key: string]: string[];
            };
        };
        DepartmentPatch: {
            name?: string;
            operators?: number[];
            working_hours?: components["schemas"]["WorkingHours"] | null;
        };
        Departments: {
            items: components["schemas"]["Department"][];
            next_cursor: string | null;
        };
        DescribedAuthorization: {
            name: string;
            redirect_host: string;
            scopes: {
                name: string;
                is_preselected: boolean;
            }[];
            decline_url: string;
        };
        DetectedSite: {
            origin: string;
            page_url: string | null;
            page_title: string | null;
            at: string;
        };
        DirectionTest: {
            ok: boolean;
            code: string;
            values: {
                [key: string]: string;
            };
            message: string;
        };
        Draft: {
            chat_id: number;
            mode: components["schemas"]["DraftMode"];
            text: string;
            version: number;
            updated_at: string;
        };
        DraftChange: {
            mode: components["schemas"]["DraftMode"];
            text: string;
            version: number;
        };
        /** @enum {string} */
        DraftMode: "text" | "note";
        Drafts: {
            items: components["schemas"]["Draft"][];
            next_cursor: string | null;
        };
        EarlierText: {
            text: string;
            media?: components["schemas"]["Media"];
            at: string;
        };
        EgressChange: {
            add?: string[];
            remove?: string[];
        };
        EmailAddress: {
            address: string;
            name: string;
        };
        EmailContent: {
            subject?: string;
            to: components["schemas"]["NewEmailRecipient"][];
            cc?: components["schemas"]["NewEmailRecipient"][];
            bcc?: components["schemas"]["NewEmailRecipient"][];
            quotes?: number;
            attach?: number[];
        };
        EmailRecipient: {
            address: string;
            name: string;
            /** @enum {string} */
            source: "thread" | "reply_to" | "operator";
        };
        EmailRecipients: {
            to: components["schemas"]["EmailAddress"][];
            cc: components["schemas"]["EmailAddress"][];
        };
        Endpoint: {
            id: number;
            kind: components["schemas"]["EndpointKind"];
            name: string;
            owner_id: number;
            url: string;
            /** @enum {string} */
            state: "on" | "paused" | "off";
            reason: ("gone" | "failing" | "disabled") | null;
            since: string | null;
            queue: {
                pending: number;
                oldest_at: string | null;
                next_at: string | null;
            };
            waiting: {
                lanes: number;
                oldest_at: string | null;
            };
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            failing_since: string | null;
            recent: {
                attempts: number;
                failed: number;
            };
            secret_hint: string;
            secret_created_at: string | null;
            previous_secret_until: string | null;
            last_used_at: string | null;
        };
        /** @enum {string} */
        EndpointKind: "channel" | "bot" | "webhook";
        Endpoints: {
            items: components["schemas"]["Endpoint"][];
            next_cursor: string | null;
        };
        Erasure: {
            id: number;
            number: number;
            by: components["schemas"]["NamedRef"] | null;
            requested_at: string;
            done_at: string | null;
            counts: {
                [key: string]: number;
            };
            received: {
                endpoint_id: number;
                kind: string;
                name: string | null;
                url: string;
                count: number;
                first_at: string;
                last_at: string;
            }[];
        };
        Erasures: {
            items: components["schemas"]["Erasure"][];
            next_cursor: string | null;
        };
        ErrorDetail: {
            code: string;
            message: string;
        };
        Events: {
            epoch: string;
            events: components["schemas"]["FeedEvent"][];
            cursor: string;
            more: boolean;
        };
        ExcerptPiece: {
            text: string;
            hit: boolean;
        };
        ExportReady: {
            /** @enum {boolean} */
            ready: true;
        };
        ExportedReply: {
            scope: components["schemas"]["ReplyScope"];
            department: string;
            folder: string;
            shortcut: string;
            language: string;
            text: string;
        };
        FailCall: {
            /** @enum {unknown} */
            reason: "no_answer_client" | "busy" | "wrong_number" | "cancelled";
        };
        FeedEvent: {
            /** @enum {string} */
            type: "event";
            position: number;
            /** Format: date-time */
            at: string;
            name: string;
            chat_id?: number;
            data: {
                [key: string]: unknown;
            };
        };
        /** @enum {string} */
        FieldMode: "off" | "optional" | "required";
        Finding: {
            /** @enum {string} */
            check: "database" | "nodes" | "redis" | "disk" | "sockets" | "clock" | "deliveries" | "connectors" | "audit" | "keys" | "backups" | "mail" | "storage" | "scanner" | "tls" | "origins" | "egress";
            /** @enum {string} */
            state: "good" | "warning" | "fault";
            /** @enum {string} */
            code: "disk_good" | "disk_low" | "disk_full" | "disk_closed" | "disk_unseen" | "database_good" | "database_away" | "database_silent" | "database_closed" | "database_full" | "database_read_only" | "database_unwritable" | "database_old" | "database_unsafe" | "database_roles" | "database_crowded" | "database_standby" | "database_pool" | "database_backfill" | "database_replica_good" | "database_replica_behind" | "database_replica_away" | "database_replica_foreign" | "nodes_good" | "nodes_several" | "redis_off" | "redis_good" | "redis_partly" | "redis_away" | "redis_old" | "sockets_good" | "sockets_none" | "clock_good" | "clock_apart" | "clock_ahead" | "deliveries_good" | "deliveries_wait" | "connectors_none" | "connectors_good" | "connectors_failing" | "audit_good" | "audit_broken" | "audit_broken_installation" | "audit_late" | "keys_good" | "keys_ending" | "backups_good" | "backups_old" | "backups_none" | "mail_off" | "mail_good" | "mail_unreachable" | "storage_disk" | "storage_good" | "storage_unreachable" | "scanner_off" | "scanner_good" | "scanner_unreachable" | "tls_good" | "tls_local" | "tls_none" | "tls_ending" | "tls_untrusted" | "origins_good" | "origins_shared" | "egress_good" | "egress_proxy" | "egress_nameless";
            values: {
                [key: string]: string | number;
            };
            message: string;
            advice: string | null;
        };
        GetStarted: {
            has_chats: boolean;
            widget: {
                channel_id: number;
                public_id: string;
                seen: components["schemas"]["DetectedSite"] | null;
                elsewhere: components["schemas"]["DetectedSite"] | null;
            } | null;
            colleague: {
                operator_id: number;
                name: string;
                email: string;
                has_accepted: boolean;
                has_channel: boolean;
            } | null;
            hours: {
                timezone: string | null;
                week: components["schemas"]["Week"];
            } | null;
            backup?: {
                created_at: string;
                bytes: number | null;
            } | null;
        };
        GrantAccess: {
            request: components["schemas"]["AuthorizationRequest"];
            scopes: string[];
        };
        Health: {
            /** @enum {string} */
            state: "good" | "warning" | "fault";
            checks: components["schemas"]["Finding"][];
            checked_at: string;
            version: string;
            started_at: string;
            node_version: string;
            database_version: string | null;
            storage: {
                database_bytes: number | null;
                files: {
                    count: number;
                    bytes: number;
                } | null;
                /** @enum {string} */
                kind: "disk" | "s3";
                free_bytes: number | null;
            };
            backup: {
                created_at: string;
                folder: string;
                is_there: boolean;
                accounts: {
                    id: number;
                    name: string;
                    position: number;
                }[];
            } | null;
            mail: {
                host: string;
                port: number;
                from: string;
            } | null;
            nodes: components["schemas"]["NodeHealth"][];
        };
        IdentitySecret: {
            identity_secret: string;
        };
        IgnoredEmail: {
            id: number;
            channel: components["schemas"]["NamedRef"];
            /** @enum {string} */
            reason: "newsletter" | "automatic_mail" | "automatic_reply" | "unknown_report" | "no_failure" | "mail_loop" | "not_accepted";
            from: string;
            name: string;
            subject: string;
            text: string;
            received_at: string;
            chat_id: number | null;
        };
        IgnoredEmailChat: {
            chat_id: number;
        };
        IgnoredEmails: {
            items: components["schemas"]["IgnoredEmail"][];
            next_cursor: string | null;
            total: number;
        };
        /** @enum {string} */
        IgnoredReason: "unknown_field" | "wrong_type" | "unusable_link" | "too_many" | "url_missing" | "result_not_ok" | "event_takes_no_data" | "chat_ended" | "earlier_webhook" | "body_not_read" | "answer_in_reply" | "status_decides" | "error_decides" | "code_hides_text";
        ImportReplies: {
            format: components["schemas"]["ReplyFormat"];
            content: string;
            dry_run?: boolean;
        };
        ImportedReplies: {
            added: number;
            changed: number;
            same: number;
            faults: {
                line: number;
                field: string | null;
                /** @enum {unknown} */
                code: "file" | "column" | "cells" | "form" | "variable" | "department" | "repeated" | "forbidden" | "managed";
                detail: string | null;
                message: string;
            }[];
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
        InspectedRequests: {
            items: components["schemas"]["InspectedRequest"][];
            next_cursor: null;
            missing_nodes: number;
        };
        Instance: {
            egress_allow: string[];
            limits: {
                [key: string]: number;
            };
            support_contact: string | null;
            bot_self_service: boolean;
        };
        InstancePatch: {
            egress_allow?: string[];
            limits?: {
                [key: string]: number | null;
            };
            support_contact?: string | null;
            bot_self_service?: boolean;
        };
        /** @enum {string} */
        InterfaceLanguage: "en" | "ru";
        InvitationAccepted: {
            email: string;
        };
        InviteOperatorBody: {
            operator_id: number;
            comment?: string | null;
        };
        InviteVisitor: {
            text: string;
            department_id?: number | null;
        };
        LastFailure: {
            at: string;
            outcome: components["schemas"]["Outcome"];
            status: number | null;
        };
        LatestChat: {
            id: number;
            state: components["schemas"]["ChatState"];
            assignee: components["schemas"]["NamedRef"] | null;
            channel: components["schemas"]["ChatChannel"];
            page: components["schemas"]["VisitedPage"] | null;
            session: components["schemas"]["VisitSource"] | null;
        };
        Mail: {
            host: string;
            port: number;
            /** @enum {string} */
            tls: "starttls" | "implicit" | "none";
            user: string | null;
            has_password: boolean;
            from: string;
        };
        MailPreferences: {
            available: boolean;
            offline: boolean;
            missed: boolean;
            reminders: boolean;
            faults: boolean;
        };
        MailPreferencesPatch: {
            offline: boolean;
            missed: boolean;
            reminders?: boolean;
            faults?: boolean;
        };
        MailState: {
            mail: components["schemas"]["Mail"] | null;
            managed: boolean;
        };
        MailTest: {
            mail?: components["schemas"]["NewMail"];
        };
        MailTestResult: {
            ok: boolean;
            /** @enum {string} */
            step: "dns" | "connect" | "greeting" | "tls" | "sign_in" | "sender" | "recipient" | "message" | "sent";
            message: string;
            reply: string | null;
            to: string;
            duration_ms: number;
        };
        MarkNotice: {
            /** @enum {unknown} */
            state: "opened" | "dismissed";
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
        MePatch: {
            name?: string;
            language?: components["schemas"]["InterfaceLanguage"];
            password?: string;
            old_password?: string;
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
        /** @enum {string} */
        MediaFormat: "media objects" | "text with link";
        Mention: {
            chat_id: number;
            seq: number;
            at: string;
        };
        Mentions: {
            items: components["schemas"]["Mention"][];
            next_cursor: string | null;
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
        MessageDelivery: {
            id: number;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            attempts: number;
            error: components["schemas"]["ErrorDetail"] | null;
            next_at: string | null;
            unconfirmed?: boolean;
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
        Messages: {
            items: components["schemas"]["Message"][];
            next_cursor: string | null;
        };
        MySecurity: {
            required_from: string | null;
            limited: boolean;
            has_password: boolean;
            totp: boolean;
            recovery_codes: number;
            passkeys: {
                id: number;
                name: string;
                created_at: string;
                last_used_at: string | null;
            }[];
        };
        NamedRef: {
            id: number;
            name: string;
        };
        NewAccount: {
            name: string;
            owner: {
                name: string;
                email: string;
                password?: string;
            };
        };
        NewApiKey: {
            name: string;
            operator_id?: number;
            scopes?: string[];
            expires_at?: string | null;
        };
        NewBlockListEntry: {
            kind: components["schemas"]["BlockListKind"];
            value: string;
            channel_id?: number;
            until?: string | null;
            reason?: string | null;
        };
        NewBot: {
            provider_id: string;
            token: string;
            name?: string;
            endpoint_url?: string;
            photo?: string | null;
            enabled?: boolean;
            channels?: number[] | null;
            invite_wait_s?: number;
            silent_s?: number;
            sends_chat_closed?: boolean;
            answers_settle?: boolean;
            append_token?: boolean;
            authorization?: {
                token_url: string;
                client_id: string;
                client_secret?: string;
                scope?: string | null;
                client_auth?: components["schemas"]["ClientAuth"];
            } | null;
        };
        NewBotProvider: {
            name: string;
            contact: string;
            endpoint_url?: string;
            scope?: components["schemas"]["ProviderScope"];
            account_id?: number;
        };
        NewCall: {
            chat_id: number;
            phone?: string;
        };
        NewCannedReply: {
            scope: components["schemas"]["ReplyScope"];
            department_id?: number | null;
            folder?: string;
            shortcut: string;
            language?: string;
            text: string;
        };
        NewChannel: {
            /** @enum {string} */
            kind?: "api";
            name: string;
            endpoint_url: string;
            operators: number[];
            chunked?: boolean;
            append_public_id?: boolean;
            media_as?: components["schemas"]["MediaFormat"];
            bot_available?: boolean;
            enabled?: boolean;
        };
        NewConnector: {
            /** @enum {string} */
            kind: "mail";
            name: string;
            operators: number[];
            enabled?: boolean;
            settings: {
                [key: string]: unknown;
            };
        } | {
            /** @enum {string} */
            kind: "telegram";
            name: string;
            operators: number[];
            enabled?: boolean;
            settings: {
                [key: string]: unknown;
            };
        } | {
            /** @enum {string} */
            kind: "whatsapp";
            name: string;
            operators: number[];
            enabled?: boolean;
            settings: {
                [key: string]: unknown;
            };
        };
        NewDepartment: {
            name: string;
            operators?: number[];
            working_hours?: components["schemas"]["WorkingHours"] | null;
        };
        NewEmailRecipient: {
            address: string;
            name?: string;
        };
        NewMail: {
            host: string;
            port: number;
            /** @enum {string} */
            tls: "starttls" | "implicit" | "none";
            user?: string | null;
            password?: string | null;
            from: string;
        };
        NewMessage: {
            /** @enum {string} */
            kind: "text" | "note" | "file" | "template";
            text?: string;
            upload_id?: number;
            template?: {
                name: string;
                language: string;
                parameters: {
                    [key: string]: string;
                };
            };
            voice?: boolean;
            duration?: number;
            email?: components["schemas"]["EmailContent"];
            mentions?: number[];
            client_id: string;
        };
        NewOidcProvider: {
            name: string;
            issuer: string;
            client_id: string;
            client_secret?: string | null;
            domains?: string[];
            role?: "admin" | "developer" | "operator" | "viewer" | null;
            account_id?: number | null;
        };
        NewOperator: {
            name: string;
            email: string;
            role: components["schemas"]["Role"];
            phone?: string | null;
            photo?: string | null;
            chat_limit?: number;
            departments?: number[];
            channels?: components["schemas"]["OperatorChannels"];
            password?: string;
        };
        NewPasskey: {
            credential: components["schemas"]["PasskeyAttestation"];
            name: string;
        };
        NewPushDevice: {
            endpoint: string;
            keys: {
                p256dh: string;
                auth: string;
            };
            name: string;
            language?: components["schemas"]["InterfaceLanguage"];
            show_text?: boolean;
            quiet?: components["schemas"]["QuietHours"] | null;
        };
        NewTag: {
            name: string;
        };
        NewTrigger: {
            name: string;
            do: Record<string, never>[];
            enabled?: boolean;
            once?: components["schemas"]["TriggerFrequency"];
            if?: Record<string, never> | null;
            channels?: number[] | null;
        };
        NewWebhook: {
            url: string;
            enabled?: boolean;
            events?: components["schemas"]["WebhookEvent"][];
            channels?: number[] | null;
            departments?: number[] | null;
            message_text?: boolean;
            blocks?: components["schemas"]["WebhookBlock"][];
            name?: string;
            rating_wait_s?: number;
        };
        NewWidget: {
            /** @enum {string} */
            kind: "widget";
            name: string;
            operators: number[];
            enabled?: boolean;
            widget?: components["schemas"]["WidgetSettingsPatch"];
        };
        NodeHealth: {
            id: number;
            is_current: boolean;
            /** @enum {string} */
            state: "ready" | "not_ready" | "stopping" | "silent";
            version: string | null;
            started_at: string | null;
            host: string | null;
            sockets: number | null;
            problems: components["schemas"]["Finding"][];
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
        OfflineChat: {
            chat_id: number;
            offline_message: components["schemas"]["OfflineMessageWithDeliveries"];
        };
        OfflineMail: {
            subject: string;
            text: string;
            quote?: boolean;
        };
        OfflineMessageWithDeliveries: {
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
            deliveries: (components["schemas"]["Delivery"] | null)[];
        };
        OfflineMessages: {
            items: components["schemas"]["OfflineMessageWithDeliveries"][];
            next_cursor: string | null;
        };
        OidcProvider: {
            id: string;
            name: string;
            issuer: string;
            client_id: string;
            domains: string[];
            role: "admin" | "developer" | "operator" | "viewer" | null;
            account_id: number | null;
            has_secret: boolean;
            managed: boolean;
        };
        OidcProviderPatch: {
            name?: string;
            issuer?: string;
            client_id?: string;
            client_secret?: string | null;
            domains?: string[];
            role?: "admin" | "developer" | "operator" | "viewer" | null;
            account_id?: number | null;
        };
        OidcProviders: {
            items: components["schemas"]["OidcProvider"][];
            redirect_uri: string;
        };
        OidcStart: {
            provider: string;
            again?: boolean;
        };
        Operator: {
            id: number;
            name: string;
            email: string;
            phone: string | null;
            photo: string | null;
            role: components["schemas"]["Role"];
            instance_owner: boolean;
            presence: components["schemas"]["Presence"];
            active: boolean;
            chat_limit: number;
            created_at: string;
            managed: boolean;
        };
        OperatorChannels: "all" | number[];
        OperatorEntry: {
            id: number;
            name: string;
            email: string;
            phone: string | null;
            photo: string | null;
            role: components["schemas"]["Role"];
            instance_owner: boolean;
            presence: components["schemas"]["Presence"];
            active: boolean;
            chat_limit: number;
            created_at: string;
            managed: boolean;
            departments: number[];
            channels: components["schemas"]["OperatorChannels"];
        };
        OperatorInvited: {
            id: number;
            name: string;
            email: string;
            phone: string | null;
            photo: string | null;
            role: components["schemas"]["Role"];
            instance_owner: boolean;
            presence: components["schemas"]["Presence"];
            active: boolean;
            chat_limit: number;
            created_at: string;
            managed: boolean;
            departments: number[];
            channels: components["schemas"]["OperatorChannels"];
            invite_url?: string;
            invite_expires_at?: string;
            mailed?: {
                ok: boolean;
                message: string;
            };
        };
        OperatorPatch: {
            name?: string;
            email?: string;
            phone?: string | null;
            photo?: string | null;
            role?: components["schemas"]["Role"];
            chat_limit?: number;
            departments?: number[];
            channels?: components["schemas"]["OperatorChannels"];
            /** @enum {boolean} */
            active?: true;
        };
        Operators: {
            items: components["schemas"]["OperatorEntry"][];
            next_cursor: string | null;
        };
        /** @enum {string} */
        Outcome: "delivered" | "refused" | "bad_reply" | "http_error" | "timeout" | "dns_failed" | "connect_failed" | "tls_failed" | "private_address" | "reply_too_large" | "token_failed" | "interrupted" | "channel_deleted" | "handed_over" | "endpoint_off" | "withdrawn";
        OwnPresence: {
            id: number;
            name: string;
            email: string;
            phone: string | null;
            photo: string | null;
            role: components["schemas"]["Role"];
            instance_owner: boolean;
            presence: components["schemas"]["Presence"];
            active: boolean;
            chat_limit: number;
            created_at: string;
            managed: boolean;
            /** @enum {string} */
            presence_reason?: "no_socket";
        };
        PagesWithOwnRules: {
            pages: {
                channel_id: number;
                url: string;
                at: string;
            }[];
        };
        PasskeyAssertion: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            response: {
                clientDataJSON: string;
                authenticatorData: string;
                signature: string;
                userHandle?: string | null;
            };
        };
        PasskeyAttestation: {
            id: string;
            rawId: string;
            /** @enum {string} */
            type: "public-key";
            response: {
                clientDataJSON: string;
                attestationObject: string;
                transports?: string[];
            };
        };
        PasskeyChallenge: {
            options: {
                [key: string]: unknown;
            };
        };
        PasskeyPatch: {
            name: string;
        };
        PasswordReset: {
            email: string;
        };
        Person: {
            members: components["schemas"]["PersonVisitor"][];
            names: components["schemas"]["PersonValue"][];
            emails: components["schemas"]["PersonValue"][];
            phones: components["schemas"]["PersonValue"][];
            descriptions: components["schemas"]["PersonValue"][];
            merges: components["schemas"]["VisitorMerge"][];
        };
        PersonValue: {
            value: string;
            source: components["schemas"]["Source"];
            at: string;
            by?: components["schemas"]["NamedRef"];
            visitor: number;
        };
        PersonVisitor: {
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
            last_seen_at: string | null;
            chat: components["schemas"]["LatestChat"] | null;
            chats: number;
            blocked: boolean;
            channel: components["schemas"]["ChatChannel"];
        };
        PostponedCall: {
            due_at: string;
            /** @enum {string} */
            reason?: "no_answer_client" | "busy";
        };
        /** @enum {string} */
        Presence: "online" | "away" | "offline";
        PresenceChoice: {
            status: components["schemas"]["Presence"];
        };
        /** @enum {string} */
        ProviderScope: "service" | "account";
        /** @enum {string} */
        ProviderState: "active" | "suspended" | "requested" | "refused";
        PushDevice: {
            id: number;
            name: string;
            here: boolean;
            language: components["schemas"]["InterfaceLanguage"];
            show_text: boolean;
            quiet: components["schemas"]["QuietHours"] | null;
            created_at: string;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
        };
        PushDevices: {
            items: components["schemas"]["PushDevice"][];
        };
        PushKey: {
            public_key: string;
        };
        PushTest: {
            outcome: components["schemas"]["Outcome"];
            status: number | null;
            duration_ms: number;
        };
        Queue: {
            place: number;
            of: number;
            expected_s: number | null;
        };
        QuietHours: {
            from: string;
            to: string;
            timezone: string;
        };
        /** @enum {string} */
        Rating: "positive" | "negative";
        Reachability: {
            operator_id: number;
            devices: number;
            last_success_at: string | null;
            self_test: {
                at: string;
                broken: string[];
            } | null;
        };
        ReachabilityList: {
            items: components["schemas"]["Reachability"][];
        };
        ReadMark: {
            seq: number;
            unread?: boolean;
        };
        Reauthentication: {
            password?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
            /** @description Of the application, or a recovery code. */
            code?: string;
        };
        ReauthenticationMethods: {
            password: boolean;
            code: boolean;
            passkey: {
                [key: string]: unknown;
            } | null;
            confirmed_until: string | null;
        };
        ReceivedReply: {
            headers: {
                [key: string]: string;
            };
            body: string;
        };
        Replay: {
            endpoint: number;
            since?: string;
            until?: string;
            ids?: number[];
        };
        ReplayResult: {
            count: number;
            replayed: number;
            left: number;
        };
        /** @enum {string} */
        ReplyFormat: "csv" | "json";
        /** @enum {string} */
        ReplyScope: "own" | "department" | "account";
        Report: {
            timezone: string;
            working_hours: boolean;
            now: {
                from: string;
                to: string;
                totals: components["schemas"]["ReportFigures"];
                days: {
                    date: string;
                    open: boolean;
                    figures: components["schemas"]["ReportFigures"];
                }[];
            };
            before: {
                from: string;
                to: string;
                totals: components["schemas"]["ReportFigures"];
                days: {
                    date: string;
                    open: boolean;
                    figures: components["schemas"]["ReportFigures"];
                }[];
            } | null;
            hours: {
                weekday: number;
                hour: number;
                chats: number;
                missed: number;
                answer_median_s: number | null;
                calls: number;
            }[];
            weekdays: number[];
            channels: {
                id: number | null;
                name: string | null;
                figures: components["schemas"]["ReportFigures"];
            }[];
            departments: {
                id: number | null;
                name: string | null;
                figures: components["schemas"]["ReportFigures"];
            }[];
            people: {
                /** @enum {string} */
                kind: "operator" | "bot" | "none";
                id: number | null;
                name: string | null;
                figures: components["schemas"]["ReportFigures"];
            }[];
        };
        ReportChats: {
            items: {
                chat: components["schemas"]["Chat"];
                at: string;
                answer_s: number | null;
                duration_s: number | null;
            }[];
            next_cursor: string | null;
        };
        /** @enum {string} */
        ReportCompare: "before" | "year" | "none";
        ReportFigures: {
            chats: number;
            begun: number;
            missed: number;
            missed_outside_hours: number;
            replied: number;
            answered: number;
            answer_median_s: number | null;
            answer_p90_s: number | null;
            closed: number;
            duration_median_s: number | null;
            rated: number;
            positive: number;
            negative: number;
            commented: number;
            by_bot: number;
            calls: number;
            calls_reached: number;
        };
        /** @enum {string} */
        ReportTable: "days" | "hours" | "channels" | "departments" | "people" | "chats";
        ResetLink: {
            reset_url: string;
            expires_at: string;
            mailed?: {
                ok: boolean;
                message: string;
            };
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
        Retention: {
            days: components["schemas"]["RetentionDays"];
            usual: components["schemas"]["RetentionDays"];
            managed: string[];
        };
        RetentionDays: {
            chats_days: number;
            files_days: number;
            visits_days: number;
            addresses_days: number;
            deliveries_days: number;
            audit_days: number;
            log_days: number;
        };
        RetentionPatch: {
            chats_days?: number | null;
            files_days?: number | null;
            visits_days?: number | null;
            addresses_days?: number | null;
            deliveries_days?: number | null;
            audit_days?: number | null;
            log_days?: number | null;
        };
        RetentionPreview: {
            items: {
                kind: string;
                count: number;
                oldest_at: string | null;
                examples: string[];
            }[];
        };
        RetentionPreviewQuery: {
            chats_days?: number;
            files_days?: number;
            visits_days?: number;
            addresses_days?: number;
            deliveries_days?: number;
            audit_days?: number;
            log_days?: number;
        };
        /** @enum {string} */
        Role: "owner" | "admin" | "developer" | "operator" | "viewer";
        Rotate: {
            /** @enum {string} */
            what: "address" | "secret";
        };
        Routing: {
            /** @enum {unknown} */
            mode: "all" | "round_robin" | "least_busy" | "last_operator";
            offer_s: number;
            next_s: number;
            department_s: number;
            channel_s: number;
            push_s: number;
            mail_s: number;
            visitor_s: number;
            remind_s: number;
            notify_outside_hours: boolean;
            grace_s: number;
            reassign_s: number;
            inactivity_s: number;
            mail_inactivity_s: number;
            messenger_inactivity_s: number;
            queue: boolean;
            warn_s: number;
            overdue_s: number;
            /** @enum {unknown} */
            ring_order: "longest" | "newest";
            /** @enum {unknown} */
            after_close: "waiting" | "mine" | "stay";
            managed: boolean;
        };
        RoutingPatch: {
            /** @enum {unknown} */
            mode?: "all" | "round_robin" | "least_busy" | "last_operator";
            offer_s?: number;
            next_s?: number;
            department_s?: number;
            channel_s?: number;
            push_s?: number;
            mail_s?: number;
            visitor_s?: number;
            remind_s?: number;
            notify_outside_hours?: boolean;
            grace_s?: number;
            reassign_s?: number;
            inactivity_s?: number;
            mail_inactivity_s?: number;
            messenger_inactivity_s?: number;
            queue?: boolean;
            warn_s?: number;
            overdue_s?: number;
            /** @enum {unknown} */
            ring_order?: "longest" | "newest";
            /** @enum {unknown} */
            after_close?: "waiting" | "mine" | "stay";
        };
        Samples: {
            items: {
                /** @enum {string} */
                kind: "bot" | "webhook";
                event: string;
                sample: {
                    [key: string]: unknown;
                };
            }[];
        };
        SearchHit: {
            seq: number;
            author: components["schemas"]["Author"];
            kind: components["schemas"]["MessageKind"];
            file: boolean;
            created_at: string;
            excerpt: components["schemas"]["ExcerptPiece"][];
        };
        SearchResult: {
            items: components["schemas"]["ChatHit"][];
            next_cursor: string | null;
            people?: {
                items: components["schemas"]["VisitorHit"][];
                count: number;
            };
            chats?: {
                items: components["schemas"]["ChatHit"][];
                count: number;
            };
        };
        SecondFactorRequired: {
            second_step: {
                methods: ("totp" | "recovery" | "passkey")[];
                passkey: {
                    [key: string]: unknown;
                } | null;
            };
        };
        SecurityPolicy: {
            /** @enum {string} */
            second_factor: "optional" | "required";
            required_from: string | null;
            without: components["schemas"]["NamedRef"][];
            managed: boolean;
        };
        SecurityPolicyPatch: {
            /** @enum {string} */
            second_factor: "optional" | "required";
            grace_days?: number;
        };
        SecurityWithCodes: {
            security: components["schemas"]["MySecurity"];
            recovery_codes?: string[];
        };
        SelfTest: {
            broken: ("sound" | "notification" | "push" | "badge" | "connection")[];
        };
        SentRequest: {
            url: string;
            headers: {
                [key: string]: string;
            };
            body: string;
        };
        SessionEntry: {
            id: number;
            operator: components["schemas"]["NamedRef"];
            current: boolean;
            /** @enum {string} */
            method: "password" | "passkey" | "oidc";
            strong: boolean;
            address: string;
            place: {
                country: string;
                city: string;
            };
            user_agent: string;
            created_at: string;
            last_seen_at: string;
        };
        Sessions: {
            items: components["schemas"]["SessionEntry"][];
        };
        Setup: {
            token: string;
            name: string;
            email: string;
            password: string;
            account: string;
        };
        SetupState: {
            needed: boolean;
        };
        SharedContact: {
            /** @enum {string} */
            kind: "email" | "phone";
            value: string;
            source: components["schemas"]["Source"];
            other_source: components["schemas"]["Source"];
        };
        SignIn: {
            email?: string;
            password?: string;
            /** @description Of the application, or a recovery code. */
            code?: string;
            passkey?: components["schemas"]["PasskeyAssertion"];
            /** @description Query of the address that the provider sent the browser back to. */
            oidc?: string;
            /** @description Keep the sessions that this browser has in other accounts (CORE-016). */
            beside?: boolean;
            language?: components["schemas"]["InterfaceLanguage"];
        };
        SignInEntry: {
            id: number;
            operator: components["schemas"]["NamedRef"];
            at: string;
            /** @enum {string} */
            method: "password" | "passkey" | "oidc";
            ok: boolean;
            address: string;
            place: {
                country: string;
                city: string;
            };
            user_agent: string;
        };
        SignInLog: {
            items: components["schemas"]["SignInEntry"][];
            next_cursor: string | null;
        };
        SignInMethods: {
            reset_by_mail: boolean;
            providers: {
                id: string;
                name: string;
            }[];
        };
        SignedIn: {
            operator: components["schemas"]["Operator"];
        };
        /** @enum {string} */
        Source: "visitor" | "signed" | "page" | "channel" | "webhook" | "operator";
        StorageFigures: {
            visitors: number;
            chats: number;
            messages: number;
            files: number;
            file_bytes: number;
            visits: number;
            oldest_at: string | null;
        };
        SystemMessageData: {
            code: string;
            by?: components["schemas"]["NamedRef"] | null;
            detail?: string;
            to?: components["schemas"]["NamedRef"] | null;
            assignment?: components["schemas"]["Assignment"];
        };
        Tag: {
            id: number;
            name: string;
            created_at: string;
            managed: boolean;
        };
        Tags: {
            items: components["schemas"]["Tag"][];
            next_cursor: string | null;
        };
        TestAttempt: {
            outcome: components["schemas"]["Outcome"];
            status: number | null;
            duration_ms: number;
            error: components["schemas"]["ErrorDetail"] | null;
            request: components["schemas"]["SentRequest"] | null;
            reply: components["schemas"]["ReceivedReply"] | null;
        };
        TestBot: {
            event: components["schemas"]["BotTestEvent"];
            sample?: {
                [key: string]: unknown;
            };
        };
        TestWebhook: {
            event: components["schemas"]["WebhookEvent"];
            sample?: {
                [key: string]: unknown;
            };
        };
        TotpCode: {
            code: string;
        };
        TotpSecret: {
            secret: string;
            uri: string;
        };
        Transfer: {
            by: components["schemas"]["NamedRef"];
            to: components["schemas"]["NamedRef"];
            comment: string | null;
            until: string;
        };
        TransferChat: {
            operator_id?: number;
            department_id?: number;
            comment?: string | null;
        };
        Trigger: {
            id: number;
            name: string;
            enabled: boolean;
            once: components["schemas"]["TriggerFrequency"];
            if: Record<string, never> | null;
            do: Record<string, never>[];
            channels: number[] | null;
            managed: boolean;
            created_at: string;
            updated_at: string;
        };
        TriggerDryRun: {
            if: Record<string, never> | null;
            channels?: number[] | null;
        };
        TriggerDryRunResult: {
            visitors: {
                number: number;
                name: string | null;
                at: string;
                language: string;
                /** @enum {string} */
                result: "fires" | "maybe" | "short" | "no" | "chat";
                url: string;
                title: string;
                time_on_page: number;
                missing: {
                    /** @description A condition {type,op?,value?} as WG-052, or {all:[…]}, {any:[…]}, {not:…}, nested up to 5 levels. */
                    condition: Record<string, never>;
                    /** @description The fact that stood there instead; null: not known. */
                    seen: unknown;
                }[];
            }[];
            conditions: (number | null)[];
            from: string | null;
            to: string | null;
        };
        /** @enum {string} */
        TriggerFrequency: "page" | "session" | "visitor" | "always";
        TriggerPatch: {
            name?: string;
            enabled?: boolean;
            once?: components["schemas"]["TriggerFrequency"];
            if?: Record<string, never> | null;
            do?: Record<string, never>[];
            channels?: number[] | null;
        };
        Triggers: {
            items: components["schemas"]["Trigger"][];
            next_cursor: string | null;
        };
        Typing: {
            typing: boolean;
        };
        Upload: {
            id: number;
            name: string;
            size: number;
            type: string;
            width?: number;
            height?: number;
            url: string;
            thumb_url?: string;
        };
        UseReplyTo: {
            used: boolean;
        };
        Visit: {
            id: number;
            channel: components["schemas"]["ChatChannel"];
            started_at: string;
            last_at: string;
            pages: number;
            trail: {
                url: string;
                title: string;
                at: string;
            }[];
            first_url: string;
            referrer: string;
            session: components["schemas"]["VisitSource"];
        };
        VisitSource: {
            geoip: {
                region_code: string;
                country: string;
                country_code: string;
                region: string;
                city: string;
                latitude: string;
                longitude: string;
                organization: string;
            };
            utm: {
                source: string;
                medium: string;
                content: string;
                campaign: string;
                term: string;
            };
            ip_addr: string;
            user_agent: string;
            analytics: {
                ga?: string;
                ym?: string;
            };
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
        VisitorHit: {
            visitor: components["schemas"]["VisitorWithActivity"];
            channel: components["schemas"]["ChatChannel"];
            exact: boolean;
            data: {
                title: string | null;
                content: string;
            } | null;
        };
        VisitorMatch: {
            visitor: components["schemas"]["PersonVisitor"];
            contacts: components["schemas"]["SharedContact"][];
        };
        VisitorMatches: {
            items: components["schemas"]["VisitorMatch"][];
        };
        VisitorMerge: {
            visitor: number;
            other: number;
            by: components["schemas"]["NamedRef"] | null;
            at: string;
        };
        VisitorOnline: {
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
            last_seen_at: string | null;
            chat: components["schemas"]["LatestChat"] | null;
            chats: number;
            blocked: boolean;
            /** @enum {string} */
            state: "browsing" | "invited" | "chatting";
            channel: components["schemas"]["ChatChannel"];
            since: string;
            visits: number;
            pages: number;
            trail: {
                url: string;
                title: string;
                at: string;
            }[];
            referrer: string;
            session: components["schemas"]["VisitSource"];
            invitation: {
                text: string;
                at: string;
                /** @enum {string} */
                state: "sent" | "shown" | "opened" | "declined";
                /** @enum {string} */
                by: "script" | "rule" | "operator";
                operator: components["schemas"]["NamedRef"] | null;
            } | null;
        };
        VisitorPatch: {
            name?: string | null;
            phone?: string | null;
            email?: string | null;
            description?: string | null;
        };
        VisitorProfile: {
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
            last_seen_at: string | null;
            chat: components["schemas"]["LatestChat"] | null;
            chats: number;
            blocked: boolean;
            person: components["schemas"]["Person"] | null;
        };
        VisitorWithActivity: {
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
            last_seen_at: string | null;
            chat: components["schemas"]["LatestChat"] | null;
            chats: number;
            blocked: boolean;
        };
        Visitors: {
            items: components["schemas"]["VisitorWithActivity"][];
            next_cursor: string | null;
        };
        VisitorsOnline: {
            items: components["schemas"]["VisitorOnline"][];
            total: number;
        };
        Visits: {
            items: components["schemas"]["Visit"][];
            next_cursor: string | null;
        };
        Webhook: {
            id: number;
            name: string;
            endpoint_id: number;
            url: string;
            enabled: boolean;
            events: components["schemas"]["WebhookEvent"][];
            channels: number[] | null;
            departments: number[] | null;
            blocks: components["schemas"]["WebhookBlock"][];
            message_text: boolean;
            rating_wait_s: number;
            off: {
                at: string;
                reason: string | null;
            } | null;
            secret_hint: string;
            secret_created_at: string | null;
            last_used_at: string | null;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            created_at: string;
            managed: boolean;
        };
        /** @enum {string} */
        WebhookBlock: "tags" | "invitation" | "custom_data" | "rating_comment";
        /** @enum {string} */
        WebhookEvent: "call_event" | "chat_accepted" | "chat_assigned" | "chat_updated" | "chat_finished" | "offline_message" | "chat_created" | "message_created" | "chat_rated" | "visitor_updated" | "message_delivery_failed";
        WebhookPatch: {
            url?: string;
            enabled?: boolean;
            events?: components["schemas"]["WebhookEvent"][];
            channels?: number[] | null;
            departments?: number[] | null;
            message_text?: boolean;
            blocks?: components["schemas"]["WebhookBlock"][];
            name?: string;
            rating_wait_s?: number;
        };
        WebhookTestAttempt: {
            outcome: components["schemas"]["Outcome"];
            status: number | null;
            duration_ms: number;
            error: components["schemas"]["ErrorDetail"] | null;
            request: components["schemas"]["SentRequest"] | null;
            reply: components["schemas"]["ReceivedReply"] | null;
            result_ok: boolean;
            data: components["schemas"]["AppliedReplyData"] | null;
            note: components["schemas"]["ErrorDetail"] | null;
        };
        WebhookWithSecret: {
            id: number;
            name: string;
            endpoint_id: number;
            url: string;
            enabled: boolean;
            events: components["schemas"]["WebhookEvent"][];
            channels: number[] | null;
            departments: number[] | null;
            blocks: components["schemas"]["WebhookBlock"][];
            message_text: boolean;
            rating_wait_s: number;
            off: {
                at: string;
                reason: string | null;
            } | null;
            secret_hint: string;
            secret_created_at: string | null;
            last_used_at: string | null;
            last_success_at: string | null;
            last_failure: components["schemas"]["LastFailure"] | null;
            created_at: string;
            managed: boolean;
            signing_secret?: string;
        };
        Webhooks: {
            items: components["schemas"]["Webhook"][];
            next_cursor: string | null;
        };
        Week: {
            mon?: string[];
            tue?: string[];
            wed?: string[];
            thu?: string[];
            fri?: string[];
            sat?: string[];
            sun?: string[];
        };
        /** @enum {string} */
        WidgetLanguageCode: "en" | "ru" | "es" | "ar" | "de" | "fr" | "pt" | "tr" | "uk" | "zh";
        WidgetSettings: {
            prefixes: string[];
            origins: string[];
            accent: string;
            /** @enum {string} */
            side: "right" | "left";
            offset: number;
            offset_bottom: number;
            radius: number;
            /** @enum {string} */
            launcher: "round" | "pill" | "none";
            /** @enum {string} */
            header: "colour" | "plain";
            logo: string | null;
            show_operators: boolean;
            /** @enum {string} */
            scheme: "light" | "dark" | "page";
            language: components["schemas"]["WidgetLanguageCode"] | null;
            texts: {
                en?: components["schemas"]["WidgetTexts"];
                ru?: components["schemas"]["WidgetTexts"];
                es?: components["schemas"]["WidgetTexts"];
                ar?: components["schemas"]["WidgetTexts"];
                de?: components["schemas"]["WidgetTexts"];
                fr?: components["schemas"]["WidgetTexts"];
                pt?: components["schemas"]["WidgetTexts"];
                tr?: components["schemas"]["WidgetTexts"];
                uk?: components["schemas"]["WidgetTexts"];
                zh?: components["schemas"]["WidgetTexts"];
            };
            departments: number[];
            hours: components["schemas"]["WorkingHours"] | null;
            contacts: {
                /** @enum {string} */
                when: "off" | "before" | "during";
                name: components["schemas"]["FieldMode"];
                email: components["schemas"]["FieldMode"];
                phone: components["schemas"]["FieldMode"];
                description: components["schemas"]["FieldMode"];
            };
            consent_url: string | null;
            offline: {
                enabled: boolean;
                name: components["schemas"]["FieldMode"];
                email: components["schemas"]["FieldMode"];
                phone: components["schemas"]["FieldMode"];
            };
            calls: boolean;
            files: boolean;
            file_kinds: ("pictures" | "audio_video" | "pdf" | "text" | "office" | "archives")[];
            rating: boolean;
            sound: boolean;
            transcript: boolean;
            typing_preview: boolean;
            open_on_reply: boolean;
            title_badge: boolean;
            teaser_text: boolean;
            analytics_ids: boolean;
            hidden: {
                urls: string[];
                countries: string[];
                devices: ("desktop" | "mobile" | "tablet")[];
            };
            invitations: {
                per_visit: number;
                after_close_min: number;
            };
        };
        WidgetSettingsPatch: {
            prefixes?: string[];
            origins?: string[];
            accent?: string;
            /** @enum {string} */
            side?: "right" | "left";
            offset?: number;
            offset_bottom?: number;
            radius?: number;
            /** @enum {string} */
            launcher?: "round" | "pill" | "none";
            /** @enum {string} */
            header?: "colour" | "plain";
            logo?: string | null;
            show_operators?: boolean;
            /** @enum {string} */
            scheme?: "light" | "dark" | "page";
            language?: components["schemas"]["WidgetLanguageCode"] | null;
            texts?: {
                en?: components["schemas"]["WidgetTexts"];
                ru?: components["schemas"]["WidgetTexts"];
                es?: components["schemas"]["WidgetTexts"];
                ar?: components["schemas"]["WidgetTexts"];
                de?: components["schemas"]["WidgetTexts"];
                fr?: components["schemas"]["WidgetTexts"];
                pt?: components["schemas"]["WidgetTexts"];
                tr?: components["schemas"]["WidgetTexts"];
                uk?: components["schemas"]["WidgetTexts"];
                zh?: components["schemas"]["WidgetTexts"];
            };
            departments?: number[];
            hours?: components["schemas"]["WorkingHours"] | null;
            contacts?: {
                /** @enum {string} */
                when: "off" | "before" | "during";
                name: components["schemas"]["FieldMode"];
                email: components["schemas"]["FieldMode"];
                phone: components["schemas"]["FieldMode"];
                description: components["schemas"]["FieldMode"];
            };
            consent_url?: string | null;
            offline?: {
                enabled: boolean;
                name: components["schemas"]["FieldMode"];
                email: components["schemas"]["FieldMode"];
                phone: components["schemas"]["FieldMode"];
            };
            calls?: boolean;
            files?: boolean;
            file_kinds?: ("pictures" | "audio_video" | "pdf" | "text" | "office" | "archives")[];
            rating?: boolean;
            sound?: boolean;
            transcript?: boolean;
            typing_preview?: boolean;
            open_on_reply?: boolean;
            title_badge?: boolean;
            teaser_text?: boolean;
            analytics_ids?: boolean;
            hidden?: {
                urls: string[];
                countries: string[];
                devices: ("desktop" | "mobile" | "tablet")[];
            };
            invitations?: {
                per_visit: number;
                after_close_min: number;
            };
        };
        WidgetTexts: {
            title?: string;
            label?: string;
            greeting?: string;
            offline?: string;
            call?: string;
            consent?: string;
        };
        WorkingHours: {
            timezone: string;
            week: components["schemas"]["Week"];
            exceptions?: {
                [key: string]: string[];
            };
        };
    };
    responses: {
        /** @description The request is not valid. Codes: `invalid_request`, `private_address`, `invalid_json`. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Not signed in. Codes: `invalid_credentials`, `invalid_token`, `unauthorized`. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Not allowed. Codes: `forbidden`, `confirmation_needed`, `second_factor_needed`, `channel_disabled`. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description No such object in this account. Codes: `not_found`. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The object is not in a state that allows this. Codes: `already_accepted`, `at_limit`, `already_set_up`, `already_running`, `chat_closed`, `no_crm_card`, `no_rating`, `call_running`, `not_closed`, `not_open`, `not_available`, `no_transfer`, `transfer_open`, `visitor_blocked`, `reply_window_closed`, `name_taken`, `address_taken`, `in_use`, `not_deliverable`, `managed_by_file`, `last_owner`. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The cursor has no continuation; see `start`. Codes: `cursor_gone`. */
        CursorGone: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is too large. Codes: `payload_too_large`. */
        PayloadTooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The body is not JSON. Codes: `unsupported_media_type`. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The Idempotency-Key was used for another request. Codes: `idempotency_conflict`. */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Too many requests; see Retry-After. Codes: `rate_limited`. */
        TooManyRequests: {
            headers: {
                /** @description Seconds until a retry. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Not acknowledged; see Retry-After. Codes: `temporarily_unavailable`. */
        Unavailable: {
            headers: {
                /** @description Seconds until a retry. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getSetupState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
        };
    };
    setUpInstallation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Setup"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignInMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInMethods"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPasskeyChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            403: components["responses"]["Forbidden"];
            503: components["responses"]["Unavailable"];
        };
    };
    startOidcSignIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcStart"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationRedirect"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignIn"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            /** @description Success. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactorRequired"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPresence: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PresenceChoice"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnPresence"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setPhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePhoto: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operator"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcceptInvitation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationAccepted"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    describeApplicationRequest: {
        parameters: {
            query: {
                client_id: string;
                redirect_uri: string;
                response_type: string;
                code_challenge: string;
                code_challenge_method: string;
                scope?: string;
                state?: string;
                resource?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DescribedAuthorization"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnApplications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectedApplications"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantAccess"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizationRedirect"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    disconnectApplication: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sessions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnSignIns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLog"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReauthenticationMethods: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReauthenticationMethods"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reauthentication"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOwnSecurity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MySecurity"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTotpSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MySecurity"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCode"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityWithCodes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createRecoveryCodes: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityWithCodes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPasskeyOptions: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasskeyChallenge"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    addPasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPasskey"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityWithCodes"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MySecurity"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePasskey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MySecurity"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOwnAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BrowserAccounts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    switchAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSwitch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSecurityPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityPolicy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSecurityPolicy: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityPolicyPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecurityPolicy"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSignIns: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLog"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOidcProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcProviders"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createOidcProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOidcProvider"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcProvider"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOidcProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOidcProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OidcProviderPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OidcProvider"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChats: {
        parameters: {
            query?: {
                state?: components["schemas"]["ChatState"];
                view?: components["schemas"]["ChatView"];
                assignee?: string;
                channel?: string;
                department?: string;
                visitor?: string;
                tag?: string;
                language?: string;
                q?: string;
                sort?: "activity" | "created";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChatCounters: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Counters"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChat: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                before?: number;
                after?: number;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Messages"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description Done before: the first result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    markChatRead: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadMark"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChatEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatEmail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    useReplyTo: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UseReplyTo"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatEmail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    joinChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    leaveChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    transferChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TransferChat"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    acceptTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    refuseTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                } | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawTransfer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    markChatNotice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MarkNotice"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    skipChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteOperatorToChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteOperatorBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    declineChatInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    closeChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason?: string;
                } | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    assignCrmCard: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    askForRating: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    mailTranscript: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    continueChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTyping: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Typing"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTranscript: {
        parameters: {
            query: {
                format: "txt" | "html";
                notes?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                    "text/plain": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTags: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tags"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTag"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTag: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTag"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tag"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setChatTags: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatTags"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportCannedReplies: {
        parameters: {
            query: {
                format: components["schemas"]["ReplyFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/json": components["schemas"]["ExportedReply"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    importCannedReplies: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportReplies"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedReplies"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCannedReplies: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedReplies"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCannedReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCannedReply"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCannedReply: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteCannedReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCannedReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CannedReplyPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedReply"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    useCannedReply: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDrafts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drafts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveDraft: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DraftChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Draft"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMentions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mentions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    uploadFile: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPicture: {
        parameters: {
            query: {
                url: string;
                kind?: "image" | "photo";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture, with its own type. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    blockChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    until?: string | null;
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    unblockChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Chat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                after?: string;
                types?: string;
                wait?: number;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events. With `Accept: text/event-stream`, the response does not end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Events"];
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            410: components["responses"]["CursorGone"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    search: {
        parameters: {
            query?: {
                q?: string;
                scope?: "messages" | "all";
                sort?: "best" | "newest" | "oldest";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChatMatches: {
        parameters: {
            query?: {
                q?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatMatches"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportSearch: {
        parameters: {
            query?: {
                q?: string;
                format?: "csv" | "xlsx" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getReport: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                last?: number;
                channel?: string;
                department?: string;
                operator?: string;
                bot?: string;
                compare?: components["schemas"]["ReportCompare"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Report"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReportChats: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
                last?: number;
                channel?: string;
                department?: string;
                operator?: string;
                bot?: string;
                weekday?: number;
                hour?: number;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                number: "chats" | "begun" | "missed" | "missed_outside_hours" | "replied" | "answered" | "closed" | "rated" | "positive" | "negative" | "commented" | "by_bot" | "calls" | "calls_reached";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportChats"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportReport: {
        parameters: {
            query: {
                from?: string;
                to?: string;
                last?: number;
                channel?: string;
                department?: string;
                operator?: string;
                bot?: string;
                table: components["schemas"]["ReportTable"];
                format?: "csv" | "xlsx";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVisitors: {
        parameters: {
            query?: {
                q?: string;
                sort?: "number" | "seen";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Visitors"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getVisitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorProfile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    eraseVisitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateVisitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisitorPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Visitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVisitorMatches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorMatches"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergeVisitors: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorProfile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    separateVisitors: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorProfile"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    dismissVisitorMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    restoreVisitorMatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasures"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRetention: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Retention"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    previewRetention: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RetentionPreviewQuery"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetentionPreview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getStorageFigures: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StorageFigures"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip; its last entry is the manifest. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkAccountExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportReady"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportVisitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zip: visitor.json, visitor-<number>.json of each other visitor of the person, files/…, and files.json, which names each file and says when its bytes are lost. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOnlineVisitors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorsOnline"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listVisits: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Visits"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteVisitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteVisitor"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorOnline"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    withdrawVisitorInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorOnline"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    blockVisitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    until?: string | null;
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisitorWithActivity"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBlockList: {
        parameters: {
            query?: {
                state?: "in_force" | "over" | "lifted";
                kind?: components["schemas"]["BlockListKind"];
                q?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBlockListEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBlockListEntry"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockListEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBlockListEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockListEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    liftBlockListEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBlockListEntry: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockListEntryPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockListEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    checkBlockList: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlockCheckQuery"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlockCheckResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChannels: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channels"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewChannel"] | components["schemas"]["NewWidget"] | components["schemas"]["NewConnector"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Rotate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testChannelConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConnectionTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listChannelTemplates: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTemplates"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createIdentitySecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentitySecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteIdentitySecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendChannelAddressCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    proveChannelAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelAddressCode"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOperators: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operators"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    inviteOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOperator"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorInvited"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOperator: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorEntry"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetOperator: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAccounts: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Accounts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createAccount: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAccount"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountInvited"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setAccountSuspension: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountSuspension"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountOverview"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDepartments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Departments"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDepartment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewDepartment"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDepartment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteDepartment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateDepartment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DepartmentPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Department"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWorkingHours: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountHours"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWorkingHours: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountHoursPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountHours"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getRouting: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routing"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateRouting: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoutingPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Routing"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCalls: {
        parameters: {
            query?: {
                state?: components["schemas"]["CallListState"];
                chat?: string;
                visitor?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calls"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCall"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCall: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCallLines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Messages"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    connectCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    endCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    failCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FailCall"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    postponeCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PostponedCall"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    noteCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallNote"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallWithVisitor"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCallSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallSettings"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateCallSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CallSettingsPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallSettingsChanged"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateCallSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CallSettingsChanged"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testCallServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestAttempt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBotProviders: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotProviders"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBotProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBotProvider"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotProvider"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBotProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotProvider"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBotProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBotProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotProviderPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotProvider"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listBots: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bots"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBot"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBot: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BotPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bot"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateBotSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhooks"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    dryRunTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerDryRun"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TriggerDryRunResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPagesWithOwnRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagesWithOwnRules"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listTriggers: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Triggers"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTrigger"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getTrigger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateTrigger: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriggerPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trigger"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    orderTriggers: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeys"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                since?: string;
                until?: string;
                action?: string;
                operator?: string;
                result?: components["schemas"]["AuditResult"];
                q?: string;
                scope?: components["schemas"]["AuditScope"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLog"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditActions: {
        parameters: {
            query?: {
                scope?: components["schemas"]["AuditScope"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditActions"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    verifyAudit: {
        parameters: {
            query?: {
                scope?: components["schemas"]["AuditScope"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditVerification"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                since?: string;
                until?: string;
                action?: string;
                operator?: string;
                result?: components["schemas"]["AuditResult"];
                q?: string;
                scope?: components["schemas"]["AuditScope"];
                format?: "csv" | "xlsx" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": string;
                    "application/jsonl": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getInstance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateInstance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstancePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    allowAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EgressChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Instance"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSetupProgress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetStarted"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMailServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setMailServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMail"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailState"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteMailServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testMailServer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailTest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailTestResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMailPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreferences"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    setMailPreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailPreferencesPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreferences"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listOfflineMessages: {
        parameters: {
            query?: {
                state?: "new" | "taken" | "done";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfflineMessages"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getOfflineMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfflineMessageWithDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    takeOfflineMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfflineMessageWithDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishOfflineMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfflineMessageWithDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    mailOfflineMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OfflineMail"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfflineMessageWithDeliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    continueOfflineMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OfflineChat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listIgnoredEmails: {
        parameters: {
            query?: {
                channel?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IgnoredEmails"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getIgnoredEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IgnoredEmail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    startChatFromIgnoredEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IgnoredEmailChat"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                chat?: string;
                seq?: string;
                endpoint?: string;
                kind?: components["schemas"]["DeliveryKind"];
                event?: string;
                state?: "pending" | "delivered" | "failed" | "dead" | "retrying" | "not_usable";
                since?: string;
                until?: string;
                q?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deliveries"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryWithAttempts"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    retryMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                seq: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDeliveryTotals: {
        parameters: {
            query?: {
                endpoint?: string;
                kind?: components["schemas"]["DeliveryKind"];
                event?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryTotals"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    replayDeliveries: {
        parameters: {
            query?: {
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Replay"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayResult"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEndpoints: {
        parameters: {
            query?: {
                kind?: components["schemas"]["EndpointKind"];
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoints"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getEndpoint: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeEndpoint: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never> | null;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Endpoint"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listInspectedRequests: {
        parameters: {
            query?: {
                after?: string;
                kind?: components["schemas"]["EndpointKind"];
                owner?: string;
                endpoint?: string;
                direction?: "in" | "out";
                fault?: "true" | "false";
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InspectedRequests"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSamples: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Samples"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getBotTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testBot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestBot"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BotTestAttempt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhook"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestAttempt"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPushKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushKey"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPushDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushDevices"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPushDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewPushDevice"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushDevice"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePushDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    testPushDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushTest"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    saveSelfTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Kept 24 h: the same key and body gives the first answer again. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SelfTest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    listReachability: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReachabilityList"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
}
