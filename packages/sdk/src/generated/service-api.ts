// Generated: npm run x -- node packages/sdk/generate-types.ts
export interface paths {
    "/api/v1/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the installation needs setup
         * @description Returns `needed: true` until the first account has an owner. Use it to choose between the setup page and the sign-in page.
         */
        get: operations["getSetupState"];
        put?: never;
        /**
         * Set up the installation and sign in
         * @description Creates the first account with its owner, who also owns the installation, and starts a session (cookie). `token` comes from the one-time link that the server prints at start. Returns 409 `already_set_up` if setup is done, and 401 `invalid_token` for a wrong or expired token.
         */
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
        /**
         * List the sign-in methods of this installation
         * @description Returns what the sign-in page can offer: the OpenID Connect providers, and whether a password can be reset by email.
         */
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
        /**
         * Create a challenge for passkey sign-in
         * @description Returns the options for `navigator.credentials.get()`, for a sign-in with a passkey and without a password. The options are valid once, for 10 minutes.
         */
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
        /**
         * Start a sign-in with an OIDC provider
         * @description Returns the URL to open in the browser and sets a cookie that is valid for 10 minutes. After the provider redirects back, pass the query of that address as `oidc` to `POST /sessions`. Returns 409 `not_available` if the provider does not respond.
         */
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
        /**
         * List the sessions of all operators
         * @description Returns where the operators of the account are signed in, most recent first.
         */
        get: operations["listSessions"];
        put?: never;
        /**
         * Sign in
         * @description Signs in with email and password, with a passkey, or with the result of an OIDC provider, and sets the session cookie. Returns 202 with the available methods if a second factor is needed: repeat the request with `code` or `passkey`. Returns 401 `invalid_credentials` for wrong credentials, and 429 with `Retry-After` after repeated failures.
         */
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
        /**
         * Sign out of this browser
         * @description Ends all sessions of this browser, including those in other accounts, and closes their sockets.
         */
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
        /**
         * Get your profile
         * @description Returns the operator that the session or API key acts for.
         */
        get: operations["getProfile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update your profile
         * @description Changes your name, language or password. A new password needs `old_password` and ends your other sessions. Returns 409 `managed_by_file` if the provisioning file defines you.
         */
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
         * Set your presence
         * @description Presence counts only while an operator socket of the same session or API key is open, and for 20 seconds after it closes. Without a socket, the response has `presence_reason: no_socket`. Parlour does not switch a key to `away`: your program decides that. Counts while a socket of this session (or of this API key) is open and for 20 s after; without one `presence_reason` is `no_socket`. Going away without input is the application's to say.
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
        /**
         * Upload your photo
         * @description Send `multipart/form-data` with exactly one field, `file`: a PNG, JPEG, WebP or GIF of at most 5 MiB. The photo is stored as a square JPEG, and its URL is public. Returns 413 if the file is too large, and 415 for another kind of file.
         */
        put: operations["setPhoto"];
        post?: never;
        /**
         * Delete your photo
         * @description Returns your profile with `photo` null, also if you had no photo.
         */
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
        /**
         * Accept an invitation or a password reset
         * @description Sets the password with the token of an invitation or reset link, and ends all sessions of the operator. Sign in afterwards with `POST /sessions`. Returns 401 `invalid_token` if the link was used, has expired or was replaced by a newer one.
         */
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
        /**
         * Request a password reset email
         * @description Emails a reset link, valid for 1 hour, if an active operator has this address. Always returns 204, so it does not tell whether the address is known. Returns 409 `not_available` if the installation cannot send email.
         */
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
        /**
         * Check an application's access request
         * @description Validates the parameters that an application sent to the authorization page, and returns what to show before the operator decides. Nothing is granted.
         */
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
        /**
         * List your connected applications
         * @description Returns the applications that act for you by OAuth, most recent first.
         */
        get: operations["listOwnApplications"];
        put?: never;
        /**
         * Grant access to an application
         * @description Grants the chosen scopes and returns the URL, with the authorization code, that the browser must open next. Returns 403 with field `scopes` for a scope that was not requested or that your role does not have.
         */
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
        /**
         * Disconnect an application
         * @description Ends the access of the application. Its tokens stop working immediately.
         */
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
        /**
         * List your sessions
         * @description Returns where you are signed in, most recent first.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all your other sessions
         * @description Signs you out everywhere except here, and ends the access of your connected applications.
         */
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
        /**
         * End one of your sessions
         * @description The session stops working within 2 seconds, and its sockets close.
         */
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
        /**
         * List your sign-ins
         * @description Returns your sign-ins, including refused ones, newest first. They are kept as long as IP addresses are (90 days by default).
         */
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
        /**
         * List your re-authentication methods
         * @description Returns how you can confirm your identity, and until when no confirmation is needed.
         */
        get: operations["listReauthenticationMethods"];
        put?: never;
        /**
         * Confirm your identity
         * @description Opens, for 15 minutes, the requests that change secrets, roles or the installation. Such requests return 403 `confirmation_needed` without it. Send exactly one of the three fields. Returns 400 with the field for a wrong value.
         */
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
        /**
         * Get your second factors
         * @description Returns your authenticator app, passkeys and number of unused recovery codes, and whether the account requires a second factor.
         */
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
        /**
         * Create an authenticator app secret
         * @description Returns the secret, once. It counts as a second factor only after `POST /me/totp/confirm`.
         */
        post: operations["createTotpSecret"];
        /**
         * Remove your authenticator app
         * @description Sign-ins no longer ask for its codes.
         */
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
        /**
         * Confirm your authenticator app
         * @description Turns on the secret of `POST /me/totp` with a first code. If this is your first second factor, the response also contains recovery codes, once.
         */
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
        /**
         * Create new recovery codes
         * @description Returns ten codes, once. All earlier recovery codes stop working.
         */
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
        /**
         * Create options for a new passkey
         * @description Returns the options for `navigator.credentials.create()`. They are valid once, for 10 minutes.
         */
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
        /**
         * Add a passkey
         * @description Stores the result of `navigator.credentials.create()`. If this is your first second factor, the response also contains recovery codes, once.
         */
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
        /** Delete a passkey */
        delete: operations["deletePasskey"];
        options?: never;
        head?: never;
        /** Rename a passkey */
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
        /**
         * List the accounts of this browser
         * @description Returns the accounts in which this browser is signed in.
         */
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
        /**
         * Switch to another account
         * @description Continues in another account in which this browser is signed in, and replaces the session cookie. All pages of the browser switch. Returns 404 if the browser is not signed in there.
         */
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
        /**
         * Get the security policy
         * @description Returns whether the account requires a second factor, and which operators have none.
         */
        get: operations["getSecurityPolicy"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the security policy
         * @description Makes a second factor optional or required. Operators without one have `grace_days` (14 by default) to set it up.
         */
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
        /**
         * End an operator's session
         * @description The session stops working within 2 seconds, and its sockets close.
         */
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
        /**
         * List the sign-ins of all operators
         * @description Returns the sign-ins of the account, including refused ones, newest first. They are kept as long as IP addresses are (90 days by default).
         */
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
        /**
         * Remove an operator's second factors
         * @description Removes the authenticator app, all passkeys and the recovery codes of an operator who lost their device, and ends their sessions. Only an owner can do this for another owner.
         */
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
        /**
         * List OIDC providers
         * @description Returns the sign-in providers of the installation. Client secrets are never returned.
         */
        get: operations["listOidcProviders"];
        put?: never;
        /**
         * Create an OIDC provider
         * @description Parlour contacts the issuer first and returns 400 if it is not an OpenID Connect provider. An installation has at most 10 providers.
         */
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
        /**
         * Delete an OIDC provider
         * @description Operators can no longer sign in with it. Sessions that it started continue.
         */
        delete: operations["deleteOidcProvider"];
        options?: never;
        head?: never;
        /**
         * Update an OIDC provider
         * @description If `client_secret` is absent, the stored secret is kept, provided that issuer and client id stay the same.
         */
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
        /**
         * List chats
         * @description Returns chats with the latest activity first, or the newest first with `sort=created`. Without `state` and `view`, chats of every state are returned. `assignment` is always null in lists.
         */
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
        /**
         * Count the chats in each inbox view
         * @description Returns the numbers next to the views of the inbox, and your unread messages.
         */
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
        /** Get a chat */
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
        /**
         * List the messages of a chat
         * @description Returns messages, internal notes and system messages, oldest first. Without `before` and `after`, the latest messages are returned. Page by `seq`: `next_cursor` is always null.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send a message or add an internal note
         * @description Sends a text, an uploaded file or a template to the visitor, or adds an internal note. A reply in a waiting chat also accepts the chat; a reply in a colleague's chat joins it. If `client_id` was used before in this chat, the first message is returned with 200 and nothing is sent again. Returns 409 `at_limit`, `chat_closed` or `reply_window_closed` (send a template instead), and 403 `channel_disabled` if the channel is off.
         */
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
        /**
         * Set your read mark in a chat
         * @description Moves the mark forward to `seq`. To move it back, set `unread` to true. A number above the last message means the last message.
         */
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
        /**
         * Get the recipients of the next email
         * @description Returns subject and recipients that the next email of a chat begins with. The chat must belong to a mail channel.
         */
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
        /**
         * Choose where replies to a sender go
         * @description Chooses whether replies to the sender of the latest email go to the addresses for which their emails ask. The choice counts for all chats with this sender in the channel, until it is revoked.
         */
        put: operations["useReplyTo"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a chat with an email
         * @description Sends an email to a person and starts a chat with it. The chat belongs to you and to the visitor of the first recipient in `to`, who is created if needed. Their answer continues the chat. The channel must be a mail channel whose chats you answer. If the visitor has an open chat in the channel, the request fails with 409 `already_running` and its `chat_id`. Each account can send 100 such emails an hour, unless the installation sets another limit.
         */
        post: operations["startEmail"];
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
        /**
         * Accept a chat
         * @description Assigns a waiting chat, or a chat of a bot, to you. Returns 409 `already_accepted` with the operator who was first (also if that was you), `at_limit` if you reached your limit of parallel chats, or `chat_closed`.
         */
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
        /**
         * Join a chat
         * @description Adds you to an open chat next to its assignee. A waiting chat is accepted instead. Returns 409 `at_limit` or `chat_closed`.
         */
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
        /**
         * Leave a chat
         * @description If you are the last operator in the chat, it waits again.
         */
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
        /**
         * Transfer a chat
         * @description Offers the chat to an operator, or lets it wait in a department. Send exactly one of `operator_id` and `department_id`. An offer to an operator lasts 30 seconds; until it is accepted, the chat stays yours. With `assign`, the operator has it at once and may be offline. Returns 409 `not_open`, `chat_closed`, `not_available` (the operator is offline) or `transfer_open`.
         */
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
        /**
         * Accept a transfer
         * @description Takes the chat that an operator offered to you. The sender leaves the chat. Returns 409 `no_transfer` if no transfer to you is open.
         */
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
        /**
         * Decline a transfer
         * @description The chat stays with the sender, who sees `reason`. Returns 409 `no_transfer` if no transfer to you is open.
         */
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
        /**
         * Withdraw a transfer
         * @description Takes back an offer that was not accepted yet. Without an open transfer, nothing changes. Returns 409 `already_accepted`, with the operator in `by`, if the target accepted first.
         */
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
        /**
         * Mark or dismiss your notice in a chat
         * @description Marks the notice to you (for example, that a transfer was declined) as opened, or removes it. Without such a notice, nothing changes.
         */
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
        /**
         * Skip a waiting chat
         * @description The chat stops ringing for you on all devices until it is offered to you again. It is not passed on to another operator.
         */
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
        /**
         * Invite an operator to a chat
         * @description The operator can join or decline, and may be offline. A chat keeps the latest 20 open invitations.
         */
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
        /**
         * Decline an invitation to a chat
         * @description Adds no system message. Without an invitation to you, nothing changes.
         */
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
        /**
         * Close a chat
         * @description Closes the chat immediately. A closed chat cannot be reopened; use `POST /chats/{id}/continue` to start a new one with the same visitor.
         */
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
        /**
         * Assign a chat to its CRM card
         * @description Sends the webhook event `chat_assigned` with the CRM link that a webhook response returned, once per link. Returns 409 `no_crm_card` if the chat has no link.
         */
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
        /**
         * Ask the visitor for a rating
         * @description Shows the rating form in the chat window. Returns 409 `no_rating` if the channel cannot ask, the visitor has already rated, or it is too late to rate.
         */
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
        /**
         * Email the transcript to the visitor
         * @description Sends the conversation to the visitor's email address, at most 3 times per chat. Returns 409 `not_available` if email is not set up, 409 `at_limit` after 3 emails, and 400 with field `email` if the visitor has no address.
         */
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
        /**
         * Continue a closed chat
         * @description Creates an open chat, assigned to you, with the same visitor on the same channel. Returns 409 `not_closed`, `already_running` (with the `chat_id` of that chat) or `visitor_blocked`.
         */
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
        /**
         * Send a typing notice
         * @description Tells the visitor and other operators that you are typing or have stopped. The notice ends by itself after 15 seconds.
         */
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
        /**
         * Download the transcript of a chat
         * @description Returns the chat as text or HTML. Times are in the time zone of the working hours, or in UTC if none is set. Internal notes and operator-only system messages are included only with `notes=true`.
         */
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
        /** List tags */
        get: operations["listTags"];
        put?: never;
        /**
         * Create a tag
         * @description Names are unique in the account, ignoring case (409 `name_taken`). An account has at most 500 tags.
         */
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
        /** Get a tag */
        get: operations["getTag"];
        put?: never;
        post?: never;
        /**
         * Delete a tag
         * @description Chats that have the tag keep its name. It can then only be removed from them.
         */
        delete: operations["deleteTag"];
        options?: never;
        head?: never;
        /**
         * Rename a tag
         * @description Chats that already have the tag keep the old name.
         */
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
        /**
         * Set the tags of a chat
         * @description Replaces all tags of the chat, at most 20. Also works for closed chats.
         */
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
        /**
         * Export quick replies
         * @description Returns the quick replies that you can use, as CSV or JSON. No CSV cell can start a formula.
         */
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
        /**
         * Import quick replies
         * @description Adds and changes quick replies from a CSV or JSON file. Either the whole file is applied, or nothing. With `dry_run`, nothing is stored and the response lists all errors; without it, a file with errors returns 400 with field `content`.
         */
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
        /**
         * List quick replies
         * @description Returns the quick replies that you can use: your own, and those of your departments and of the account.
         */
        get: operations["listCannedReplies"];
        put?: never;
        /**
         * Create a quick reply
         * @description Every operator can create their own. Quick replies of a department or the account need the permission `account.manage`. An account has at most 2,000 quick replies, and an operator 500 of their own.
         */
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
        /** Get a quick reply */
        get: operations["getCannedReply"];
        put?: never;
        post?: never;
        /** Delete a quick reply */
        delete: operations["deleteCannedReply"];
        options?: never;
        head?: never;
        /** Update a quick reply */
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
        /**
         * Count a use of a quick reply
         * @description Adds one to `uses`, by which the operator application sorts your quick replies.
         */
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
        /**
         * List your drafts
         * @description Returns all your drafts, newest first, on one page. You have at most 300; the oldest are removed.
         */
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
        /**
         * Save your draft in a chat
         * @description Stores the draft if `version` is above the stored version. Otherwise nothing is stored. In both cases the response is the stored draft.
         */
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
        /**
         * List unread notes that mention you
         * @description Returns the internal notes above your read mark that mention you, newest first: the latest 200, on one page.
         */
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
        /**
         * Upload a file
         * @description Send `multipart/form-data` with exactly one field, `file`, then pass the returned `id` as `upload_id` to `POST /chats/{id}/messages`. Executable and HTML-like files return 415, files above the size limit 413. An upload that no message uses is deleted after 24 hours.
         */
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
        /**
         * Get an upload
         * @description Returns an upload of your own. For uploads of others, the response is 404.
         */
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
        /**
         * Get a remote picture
         * @description Fetches a picture from an address that an integrator provided (a photo or a thumbnail) and returns its bytes. Returns 404 if there is no usable picture: PNG, JPEG, GIF or WebP, at most 1 MiB, or 25 MiB with `kind=photo`.
         */
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
        /**
         * Block the visitor of a chat
         * @description Adds the visitor to the block list and closes the chat. If the visitor is already blocked, the end and the reason of the entry change. Without `until`, the block has no end.
         */
        post: operations["blockChat"];
        /**
         * Unblock the visitor of a chat
         * @description Lifts the block list entry that was made in a chat. The chat stays closed. Returns 404 if there is nothing to lift.
         */
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
        /**
         * List events after a cursor
         * @description Returns the events of the account that you may see, as a long poll, or as a stream of server-sent events with `Accept: text/event-stream`. Without `after`, it returns the current cursor and no events. Returns 410 `cursor_gone`, with the cursor to continue from in `start`, if the cursor cannot be continued.
         */
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
        /**
         * Search messages, visitors and chats
         * @description Returns chats with matching messages. With `scope=all`, the first page also has matching visitors and their chats. A page can be short or empty and still have a `next_cursor`. Searching for words returns 403 if you may not read message texts.
         */
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
        /**
         * List the messages of a chat that match a search
         * @description Returns their sequence numbers, ascending: the newest 1,000 matches among the newest 10,000 messages.
         */
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
        /**
         * Export search results
         * @description Returns one line per message or chat, newest first, as CSV, XLSX or JSON Lines: at most 50,000 lines, and 1,000 of one chat. No cell can start a formula. At most two exports of an account run at a time (otherwise 429).
         */
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
        /**
         * Get a report
         * @description Returns figures for a period, by day, hour, channel, department and operator, compared with an earlier period. Use `from` and `to`, or `last`. A period has at most 400 days.
         */
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
        /**
         * List the chats behind a report figure
         * @description Returns the chats, or calls, that one figure of a report counts, latest first.
         */
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
        /**
         * Export a report table
         * @description Returns one table of the report as CSV or XLSX. The table `chats` has at most 100,000 rows. No cell can start a formula.
         */
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
        /**
         * List visitors
         * @description Returns visitors, newest first by visitor number, or by latest activity with `sort=seen`.
         */
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
        /**
         * Get a visitor
         * @description Returns a visitor and, in `person`, the other visitors with whom operators merged them.
         */
        get: operations["getVisitor"];
        put?: never;
        post?: never;
        /**
         * Erase a visitor
         * @description Permanently deletes the visitor, all visitors merged with them, and all their data within 24 hours. `received` lists the external endpoints that got some of this data. A repeated request returns the first result.
         */
        delete: operations["eraseVisitor"];
        options?: never;
        head?: never;
        /**
         * Update a visitor
         * @description Sets contact values with the source `operator`. Null or an empty text removes a value. Absent fields stay unchanged.
         */
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
        /**
         * List visitors who may be the same person
         * @description Returns at most 10 visitors with the same email address or phone number, newest first.
         */
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
        /**
         * Merge two visitors
         * @description Joins two visitors into one person. Each keeps its number, chats and channel. You can undo the merge at any time. Returns 409 `not_available` for an erased visitor, and `at_limit` above 20 visitors.
         */
        put: operations["mergeVisitors"];
        post?: never;
        /**
         * Undo the merge of two visitors
         * @description Removes exactly this merge. Returns 404 if these two visitors were not merged with each other.
         */
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
        /**
         * Mark two visitors as different people
         * @description They are no longer suggested as the same person.
         */
        put: operations["dismissVisitorMatch"];
        post?: never;
        /**
         * Unmark two visitors as different people
         * @description They can be suggested as the same person again. Returns 404 if they are not marked.
         */
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
        /**
         * List erasures
         * @description Returns the erased visitors, newest first, and which external endpoints had received their data.
         */
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
        /**
         * Get the retention periods
         * @description Returns how long each kind of data is kept, in days. 0 means without limit.
         */
        get: operations["getRetention"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the retention periods
         * @description Changes how long data is kept, for the whole installation. Null restores the default. Use `POST /retention/dry-run` first to see what would be deleted.
         */
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
        /**
         * Preview a retention change
         * @description Counts what these periods would delete now, in all accounts. Nothing is deleted.
         */
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
        /**
         * Get the amount of stored data
         * @description Returns how many visitors, chats, messages, files and visits the account stores.
         */
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
        /**
         * Export the account
         * @description Returns all data of the account as a zip of JSON Lines and files, for the command `parlour import`. Secrets are not included.
         */
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
        /**
         * Check whether an export can start
         * @description Returns 200 if an export would start now, and 403 `confirmation_needed` if you must confirm your identity first. Use it before you open a download link.
         */
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
        /**
         * Export a visitor's data
         * @description Returns all data of the visitor, and of the visitors merged with them, as a zip of JSON and the files of the chats.
         */
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
        /**
         * List visitors who are on your sites now
         * @description Returns visitors who have a page with a widget open, longest on the site first: the 500 who came last. `total` counts all.
         */
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
        /**
         * List the visits of a visitor
         * @description Returns the stored visits to sites with a widget, latest first.
         */
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
        /**
         * Invite a visitor to a chat
         * @description Shows an invitation to a visitor who is on the site. Returns 409 `not_available` if the visitor has left, `at_limit` if the widget allows no further invitation, `already_running` if a chat is running, or `visitor_blocked`.
         */
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
        /**
         * Withdraw an invitation to a visitor
         * @description Takes back an operator's invitation that the visitor has not answered. Returns 409 `not_open` if there is none, or `not_available` if the visitor has left.
         */
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
        /**
         * Block a visitor
         * @description Adds a visitor without a running chat to the block list. Returns 409 `already_running` if a chat is running: use `POST /chats/{id}/block` instead.
         */
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
        /**
         * List block list entries
         * @description Returns entries, newest first, including expired and lifted ones.
         */
        get: operations["listBlockList"];
        put?: never;
        /**
         * Create a block list entry
         * @description Returns 409 `name_taken` if an entry in force already has the same kind and value, and `at_limit` above 10,000 entries in force.
         */
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
        /** Get a block list entry */
        get: operations["getBlockListEntry"];
        put?: never;
        post?: never;
        /**
         * Lift a block list entry
         * @description Stops blocking. The entry stays in the list with the state `lifted`.
         */
        delete: operations["liftBlockListEntry"];
        options?: never;
        head?: never;
        /**
         * Update a block list entry
         * @description Changes the end or the reason, or restores a lifted entry with `lifted: false`.
         */
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
        /**
         * Check values against the block list
         * @description Returns whether a visitor with these values would be blocked, and the oldest entry that blocks them.
         */
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
        /**
         * List channels
         * @description `inbound_url` is null and `secret_hint` is empty unless you may manage channels.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Create a channel
         * @description Creates a chat API channel, a site widget (`kind: widget`), or a channel of an external service (`mail`, `telegram`, `whatsapp`). For a chat API channel, the response contains the signing secret, once.
         */
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
        /** Get a channel */
        get: operations["getChannel"];
        put?: never;
        post?: never;
        /**
         * Delete a channel
         * @description Its chats are closed and stay in the archive.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        /**
         * Update a channel
         * @description Absent fields stay unchanged. `widget` is accepted only for site widgets, `settings` only for channels of external services.
         */
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
        /**
         * Replace a channel's address or signing secret
         * @description The old inbound address works for 24 more hours. After a change of the secret, requests carry signatures with both secrets for 24 hours. A new secret is returned only once, in this response.
         */
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
        /**
         * Send a test message to a channel
         * @description Makes one request to the channel's endpoint with `recipient.id` `test`, and also returns what a request to the inbound address would get now.
         */
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
        /**
         * Test the connection of a channel
         * @description Tests a channel of an external service (email, Telegram, WhatsApp) in both directions.
         */
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
        /**
         * List the message templates of a channel
         * @description Returns the templates that the service of the channel has approved. On one page: `next_cursor` is always null.
         */
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
        /**
         * Create an identity secret for a widget
         * @description Turns signed identity on, or replaces the secret. The secret is returned only once, in this response. Tokens signed with the old secret are refused immediately.
         */
        post: operations["createIdentitySecret"];
        /**
         * Turn off signed identity for a widget
         * @description The widget then treats user tokens as plain text again, without verification.
         */
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
        /**
         * Send a code to the address of a channel
         * @description Sends a code to the email address of the channel. Send the code to `POST /channels/{id}/address-proof` within 15 minutes.
         */
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
        /**
         * Prove the address of a channel
         * @description Shows that the account may use the address of the channel. A code is valid for 15 minutes.
         */
        post: operations["proveChannelAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/connection-lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the settings of a new channel
         * @description Finds the servers of an email address: by its provider, by the file or the service records of its domain, or by its mail exchanger. Stores nothing. Takes at most 5 s.
         */
        post: operations["findConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/connection-test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the settings of a new channel
         * @description Tests settings in both directions before a channel has them. For email, a message goes to the address and must arrive. Stores nothing. Takes at most 40 s.
         */
        post: operations["testConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/mail-sign-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a sign-in to a mailbox
         * @description Returns the URL of the provider to open in the browser. It is valid for 15 minutes and for this operator. After the provider redirects back, pass the query of that address to `POST /channels/mail-sign-ins/result`. Returns 409 `not_available` if the installation has no client at the provider.
         */
        post: operations["startMailSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/mail-sign-ins/result": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finish a sign-in to a mailbox
         * @description Ends a sign-in once. If the provider refused, `grant` is null and `problem` has its words. Returns 400 `invalid_request` if another operator started the sign-in, if it was ended before, or if it took too long.
         */
        post: operations["finishMailSignIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/channels/{id}/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the latest emails of a channel */
        get: operations["listChannelEmails"];
        put?: never;
        post?: never;
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
        /**
         * List operators
         * @description Includes deactivated operators.
         */
        get: operations["listOperators"];
        put?: never;
        /**
         * Create an operator
         * @description Without `password`, the response contains an invitation link, once, which is valid for 7 days and is also emailed if email is set up. Returns 409 `name_taken` if the email address is in use in this installation.
         */
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
        /** Get an operator */
        get: operations["getOperator"];
        put?: never;
        post?: never;
        /**
         * Deactivate an operator
         * @description Ends the operator's sessions and returns their chats to the queue. Their history stays. Reactivate with `PATCH` and `active: true`. Returns 409 `last_owner` for the last owner.
         */
        delete: operations["deleteOperator"];
        options?: never;
        head?: never;
        /**
         * Update an operator
         * @description A new role ends the operator's sessions. `active: true` reactivates the operator. Returns 409 `last_owner` if the account would lose its last owner.
         */
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
        /**
         * Create a password reset link for an operator
         * @description The link works once, for 30 minutes. It is also emailed to the operator if email is set up.
         */
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
        /** Get the account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the account */
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
        /** List the accounts of the installation */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Create an account with its owner
         * @description Without a password for the owner, the response contains an invitation link, once. Returns 409 `name_taken` if the owner's email address is in use in this installation.
         */
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
        /**
         * Suspend or resume an account, or allow addresses to it
         * @description While an account is suspended, its channels and widgets are off, requests of its bots return 403, and its operators can only read.
         */
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
        /** List departments */
        get: operations["listDepartments"];
        put?: never;
        /**
         * Create a department
         * @description Names are unique in the account, ignoring case (409 `name_taken`).
         */
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
        /** Get a department */
        get: operations["getDepartment"];
        put?: never;
        post?: never;
        /**
         * Delete a department
         * @description Chats keep the name of the department.
         */
        delete: operations["deleteDepartment"];
        options?: never;
        head?: never;
        /** Update a department */
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
        /**
         * Get the working hours of the account
         * @description Also returns whether the account is open now, and when it opens next.
         */
        get: operations["getWorkingHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the working hours of the account
         * @description Each field replaces the stored one. With `timezone` null, the account is always open.
         */
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
        /** Get the routing settings */
        get: operations["getRouting"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the routing settings
         * @description Takes effect immediately, also for chats that wait now. Returns 400 with the field if an escalation step is earlier than the one before it.
         */
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
        /**
         * List calls
         * @description Returns calls of chats that you may see, newest first.
         */
        get: operations["listCalls"];
        put?: never;
        /**
         * Call the visitor of a chat
         * @description Creates an outgoing call that you take. Without `phone`, the visitor's number is called. Returns 409 `call_running` during another call with this visitor, and `not_available` if calls are off.
         */
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
        /** Get a call */
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
        /**
         * List the system messages of a call
         * @description Returns the system messages of this call in its chat, oldest first, on one page.
         */
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
        /**
         * Take a call
         * @description Assigns the call to you, and accepts its chat if that is waiting. Only the first operator gets it; others get 409 `already_accepted` with that operator in `by`.
         */
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
        /**
         * Record that the visitor answered a call
         * @description Sets the status `client_connected`. Use it with the driver `desk`. Returns 409 `not_available` if the state of the call does not allow this, and 409 `already_accepted` for a colleague's call.
         */
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
        /**
         * End a call
         * @description Returns 409 `not_available` if the state of the call does not allow this, and 409 `already_accepted` for a colleague's call.
         */
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
        /**
         * Mark a call as failed
         * @description `reason` is sent to webhooks and shown to the visitor.
         */
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
        /**
         * Postpone a call
         * @description Nobody has the call until `due_at`, when it waits again. Send `reason` after an attempt that did not reach the visitor: the third such attempt returns 409 `at_limit`. Returns 400 with field `due_at` outside the working hours for calls, and 409 `not_available` with the driver `http`.
         */
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
        /**
         * Set the note of a call
         * @description Only operators see the note, which has at most 2,000 characters. An empty text removes it. Also works after the call has ended.
         */
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
        /** Get the call settings */
        get: operations["getCallSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update the call settings
         * @description The first `url` creates a signing secret. It is returned only once, in this response.
         */
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
        /**
         * Create a new signing secret for calls
         * @description The secret is returned only once, in this response. For 24 hours, requests to the telephony server carry signatures with both secrets.
         */
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
        /**
         * Send a test request to the telephony server
         * @description Makes one request with `test`. No phone rings.
         */
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
        /**
         * List bot providers
         * @description The owner of the installation sees all. Others see the providers that their account may use or has requested.
         */
        get: operations["listBotProviders"];
        put?: never;
        /**
         * Create or request a bot provider
         * @description For the owner of the installation, this issues a provider id. For others it is a request: granted immediately if self-service is on, otherwise `requested`.
         */
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
        /** Get a bot provider */
        get: operations["getBotProvider"];
        put?: never;
        post?: never;
        /**
         * Delete a bot provider
         * @description Its id is never issued again. Returns 409 `in_use` while a bot uses the provider.
         */
        delete: operations["deleteBotProvider"];
        options?: never;
        head?: never;
        /**
         * Update a bot provider
         * @description `state` approves, refuses, suspends or resumes the provider.
         */
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
        /**
         * List bots
         * @description `address` and `address_with_authorization` are null unless you may manage bots.
         */
        get: operations["listBots"];
        put?: never;
        /**
         * Create a bot
         * @description Connects a bot of a provider, or your own bot, which needs only `name` and `endpoint_url`. The signing secret is returned only once, in this response. Returns 409 `name_taken` with field `token` if another bot of the provider uses this token.
         */
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
        /**
         * Get a bot
         * @description Includes the two addresses to give to the provider, if you may manage bots.
         */
        get: operations["getBot"];
        put?: never;
        post?: never;
        /**
         * Delete a bot
         * @description Its chats go to operators.
         */
        delete: operations["deleteBot"];
        options?: never;
        head?: never;
        /** Update a bot */
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
        /**
         * Create a new signing secret for a bot
         * @description The secret is returned only once, in this response. For 24 hours, requests carry signatures with both secrets.
         */
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
        /**
         * List webhooks
         * @description Returns webhooks in the order of their creation.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description The signing secret is returned only once, in this response.
         */
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
        /** Get a webhook */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Pending deliveries of the webhook are dropped.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description `enabled: true` also turns on a webhook that Parlour turned off.
         */
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
        /**
         * Create a new signing secret for a webhook
         * @description The secret is returned only once, in this response. For 24 hours, requests carry signatures with both secrets.
         */
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
        /**
         * Test a trigger against recent visits
         * @description Returns, for the last 100 visitors, whether the trigger would have run in their latest visit, as far as that is known. Nothing is sent or stored.
         */
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
        /**
         * List pages that replace the triggers
         * @description Returns the pages whose script called `setRules` since this server started. On such pages the triggers of the account do not run.
         */
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
        /**
         * List triggers
         * @description Returns triggers in the order in which they run: those of the provisioning file first.
         */
        get: operations["listTriggers"];
        put?: never;
        /**
         * Create a trigger
         * @description Adds the trigger after the others. Returns 400 with the place of the fault in `field` (`if.all[0].value`), and 409 `name_taken` for a name in use. An account has at most 100 triggers.
         */
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
        /** Get a trigger */
        get: operations["getTrigger"];
        put?: never;
        post?: never;
        /** Delete a trigger */
        delete: operations["deleteTrigger"];
        options?: never;
        head?: never;
        /** Update a trigger */
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
        /**
         * Set the order of the triggers
         * @description Send the id of every trigger that the provisioning file does not manage, each once.
         */
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
        /**
         * List API keys
         * @description The keys themselves are never returned, only their last characters in `hint`.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description The key is returned only once, in this response. You cannot create a key with more permissions than you have.
         */
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
        /**
         * Delete an API key
         * @description The key stops working immediately, and its open connections end.
         */
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
        /**
         * List audit log entries
         * @description Returns entries, newest first.
         */
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
        /**
         * List the actions in the audit log
         * @description Returns each action that occurs in the log once, for the filter `action`.
         */
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
        /**
         * Verify the audit log
         * @description Recomputes the hash of every entry and returns whether the chain is intact, and otherwise the first broken entry.
         */
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
        /**
         * Export audit log entries
         * @description Returns entries, newest first, as CSV, XLSX or JSON Lines. No cell can start a formula. The export is recorded in the audit log.
         */
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
        /** Get the installation settings */
        get: operations["getInstance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Update the installation settings */
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
        /**
         * Change the outbound allow list
         * @description Adds and removes exactly the given entries, so concurrent changes do not overwrite each other.
         */
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
        /**
         * Get the health of the installation
         * @description Returns the checks, version, storage, latest backup and nodes, as the node that answers sees them now.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/backup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get backups and their schedule
         * @description Returns the schedule of the backups that Parlour makes itself, and the latest runs. Backups of the command `parlour backup` are in the health only.
         */
        get: operations["getBackupState"];
        /**
         * Set the schedule of backups
         * @description Needs an owner of the installation. `folder` is checked on the node that answers: it must be absolute, writable, outside the data of Parlour, and on a disk with enough space.
         */
        put: operations["setBackupSchedule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/backup/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Back up now
         * @description Asks for a backup. The node that answers makes it in the background; `GET /instance/backup` has its progress. If a backup waits or is running, nothing changes. Returns 409 `not_available` if the folder cannot be used.
         */
        post: operations["startBackup"];
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
        /**
         * Get the setup checklist
         * @description Returns what is done and what is missing before visitors can write.
         */
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
        /**
         * Get the outgoing email server
         * @description The password is never returned.
         */
        get: operations["getMailServer"];
        /**
         * Set the outgoing email server
         * @description If `password` is absent, the stored password is kept, provided that host, port, TLS mode and user stay the same.
         */
        put: operations["setMailServer"];
        post?: never;
        /**
         * Remove the outgoing email server
         * @description Emails that are waiting to be sent are given up.
         */
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
        /**
         * Send a test email
         * @description Sends one email to you, with the given settings or the stored ones. The response says at which step it failed and what to do.
         */
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
        /** Get your email preferences */
        get: operations["getMailPreferences"];
        /** Set your email preferences */
        put: operations["setMailPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/oauth-clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clients at providers of mailboxes
         * @description Returns the clients of the installation at providers of mailboxes, and the redirect URI to register there. Client secrets are never returned.
         */
        get: operations["listOAuthClients"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/instance/oauth-clients/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the client at a provider of mailboxes
         * @description If `client_secret` is absent, the stored secret is kept, provided that client id and token endpoint stay the same.
         */
        put: operations["setOAuthClient"];
        post?: never;
        /**
         * Remove the client at a provider of mailboxes
         * @description Mailboxes that use it can no longer be read when their access token expires.
         */
        delete: operations["removeOAuthClient"];
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
        /**
         * List offline messages
         * @description Returns messages of visitors that you may see, newest first.
         */
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
        /** Get an offline message */
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
        /**
         * Take an offline message
         * @description Assigns the message to you. Others then get 409 `already_accepted` with you in `by`.
         */
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
        /** Mark an offline message as done */
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
        /**
         * Answer an offline message by email
         * @description The message is then done, and the email is in the delivery log. Returns 409 `not_available` if email is not set up, 400 if the visitor gave no address, and 409 `at_limit` after 20 answers.
         */
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
        /**
         * Answer an offline message in a chat
         * @description Opens the visitor's running chat, or a new one, and marks the message as done.
         */
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
        /**
         * List ignored emails
         * @description Returns the emails of email channels that became no chat, newest first, such as newsletters and automatic replies.
         */
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
        /** Get an ignored email */
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
        /**
         * Start a chat from an ignored email
         * @description Accepts the email as a message of its sender. It starts a chat or joins the running one. A repeat returns the same chat.
         */
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
        /**
         * List deliveries
         * @description Returns the delivery log, newest first. All filters must match.
         */
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
        /** Get a delivery with its attempts */
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
        /**
         * Retry a failed delivery
         * @description Sends it again with the same message id. Returns 409 `not_deliverable` if it did not fail, failed more than 30 days ago, or its endpoint is off.
         */
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
        /**
         * Retry a failed message
         * @description Sends a message that did not reach the visitor again, with the same message id. Returns 409 `not_deliverable` if it did not fail, failed more than 30 days ago, or the endpoint is off.
         */
        post: operations["retryMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/messages/{seq}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a message that was not sent yet
         * @description Undoes a message that waits to be sent, such as an email in its first minute. It becomes a note without text and files, and it is not sent. Only its author can undo it, in a chat that is not closed. Returns 409 `already_sent` if an attempt to send it has started.
         */
        post: operations["undoMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/chats/{id}/messages/{seq}/send-now": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a waiting message now
         * @description Ends the wait of a message and of the earlier messages to the same visitor, so that they are sent now. Returns 409 `already_sent` if it does not wait.
         */
        post: operations["sendMessageNow"];
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
        /**
         * Get delivery figures for the last 24 hours
         * @description Returns how many deliveries succeeded, failed or wait, and how long attempts took. Counts at most the newest 20,000 deliveries.
         */
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
        /**
         * Replay failed deliveries of an endpoint
         * @description Sends failed and dead deliveries again, in the order of each chat, at most 5,000 per request. With `dry_run=true`, they are only counted. Returns 409 `not_deliverable` if the endpoint is off.
         */
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
        /**
         * List endpoints
         * @description Returns the endpoints of channels, bots and webhooks, with their state, recent failures and queue.
         */
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
        /** Get an endpoint */
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
        /**
         * Pause an endpoint
         * @description Nothing is sent until you resume it. Deliveries wait, in order. If it is the endpoint of a bot, its chats go to operators.
         */
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
        /**
         * Resume an endpoint
         * @description Sends the waiting deliveries. Also turns on an endpoint that is off; its dead deliveries must be replayed separately.
         */
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
        /**
         * List recent requests from and to integrators
         * @description Returns the latest requests at all nodes, oldest first. Each node keeps at most 500 per account, in memory only.
         */
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
        /**
         * List sample events
         * @description Returns the body of a test event for every event that bots and webhooks receive.
         */
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
        /**
         * Get the latest test of a bot
         * @description Returns what the bot posted during its latest test. All fields are empty if the bot was never tested.
         */
        get: operations["getBotTest"];
        put?: never;
        /**
         * Send a test event to a bot
         * @description Makes one attempt. For 60 seconds, events that the bot posts for chat `0` are recorded as part of the test. Nothing is added to a chat or to the delivery log.
         */
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
        /**
         * Send a test event to a webhook
         * @description Makes one attempt, and returns the response and the data that operators would see. Nothing is added to a chat or to the delivery log.
         */
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
        /**
         * Get the public key for push subscriptions
         * @description Returns the VAPID key that a browser needs to subscribe. It never changes.
         */
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
        /** List your notification devices */
        get: operations["listPushDevices"];
        put?: never;
        /**
         * Register this browser for notifications
         * @description A session has one device: registering again replaces it. You have at most 10 devices. Needs a session of an operator who answers chats.
         */
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
        /**
         * Delete a notification device
         * @description The device no longer receives notifications.
         */
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
        /** Send a test notification to a device */
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
        /**
         * Save the result of your notification self-test
         * @description `broken` lists what did not work. Administrators see it in `GET /push/reach`.
         */
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
        /**
         * List how each operator can be notified
         * @description Returns, for each active operator, the number of notification devices and the latest self-test.
         */
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
        /** @description Token and new password. */
        AcceptInvitation: {
            /** @description Token from the link. */
            token: string;
            /** @description New password, 12 to 256 characters. Common passwords are refused. */
            password: string;
        };
        /** @description The account: one team with its operators, channels and settings. */
        Account: {
            /** @description Id of the account. */
            id: number;
            /** @description Name of the site or company. */
            name: string;
            /** @description Language of what visitors read, as a BCP 47 tag such as `en` or `pt-BR`. */
            locale: string;
            /** @description Accent colour, as `#RRGGBB`. */
            accent: string;
            /** @description Whether the account is suspended. Operators can then only read. */
            suspended: boolean;
            /** @description Whether the provisioning file defines the account. */
            managed: boolean;
            /** @description Settings that the provisioning file sets. A session cannot change them (409 `managed_by_file`). */
            managed_fields: components["schemas"]["AccountField"][];
            /** @description Which links operators can open. `false`: all. `true`: only those to the account's own hosts. A list adds hosts. */
            safe_url: boolean | string[];
            /** @description Whether links in webhook responses are exempt from `safe_url`. Default: false. */
            trust_webhook_links: boolean;
            /** @description Maximum size of an uploaded file in MiB. A setting of the installation. */
            upload_mib: number;
        };
        /**
         * @description A setting of the account that the provisioning file can set.
         * @enum {string}
         */
        AccountField: "name" | "locale" | "accent" | "safe_url" | "trust_webhook_links";
        /** @description Working hours of the account. */
        AccountHours: {
            /** @description IANA name of the time zone. Null means that the account is always open. */
            timezone: string | null;
            /** @description Intervals for each weekday. */
            week: components["schemas"]["Week"];
            /** @description Intervals for single dates. They replace those of the weekday. An empty list means closed. */
            exceptions: {
                [key: string]: string[];
            };
            /** @description Names and last days of exceptions, by the date in `exceptions` on which they begin. */
            exception_details: {
                [key: string]: components["schemas"]["ExceptionDetails"];
            };
            /** @description Whether the account is open now. */
            open_now: boolean;
            /** @description Time of the next opening. Null while it is open, and if it never opens. */
            next_opening_at: string | null;
            /** @description Whether the provisioning file sets the working hours. They can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Changes of the working hours. Each field replaces the stored one. */
        AccountHoursPatch: {
            /** @description IANA name of the time zone. Null means that the account is always open, and clears the other fields. */
            timezone?: string | null;
            /** @description Intervals for each weekday. */
            week?: components["schemas"]["Week"];
            /** @description Intervals for single dates. They replace those of the weekday. An empty list means closed. */
            exceptions?: {
                [key: string]: string[];
            };
            /** @description Names and last days of exceptions, by the date in `exceptions` on which they begin. Without them, the stored ones of dates that remain are kept. */
            exception_details?: {
                [key: string]: components["schemas"]["ExceptionDetails"];
            };
        };
        /** @description A new account, with the invitation link for its owner if no password was set. */
        AccountInvited: {
            /** @description Id of the account. */
            id: number;
            /** @description Name of the account. */
            name: string;
            /** @description Whether the account is suspended. */
            suspended: boolean;
            /** @description Whether the provisioning file defines the account. */
            managed: boolean;
            /** @description Time when the account was created. */
            created_at: string;
            /** @description Email addresses and domains that email channels of the account may use, such as `shop@acme.example` and `acme.example`. */
            allowed_addresses: string[];
            /** @description Active owners of the account. */
            owners: {
                /** @description Id of the operator. */
                id: number;
                /** @description Name of the operator. */
                name: string;
                /** @description Email address of the operator. */
                email: string;
            }[];
            /** @description Invitation link, valid once, for 7 days. Returned only once. Absent if a password was set. */
            invite_url?: string;
            /** @description Time when the link expires. Absent if a password was set. */
            invite_expires_at?: string;
        };
        /** @description An account, as the owner of the installation sees it. */
        AccountOverview: {
            /** @description Id of the account. */
            id: number;
            /** @description Name of the account. */
            name: string;
            /** @description Whether the account is suspended. */
            suspended: boolean;
            /** @description Whether the provisioning file defines the account. */
            managed: boolean;
            /** @description Time when the account was created. */
            created_at: string;
            /** @description Email addresses and domains that email channels of the account may use, such as `shop@acme.example` and `acme.example`. */
            allowed_addresses: string[];
            /** @description Active owners of the account. */
            owners: {
                /** @description Id of the operator. */
                id: number;
                /** @description Name of the operator. */
                name: string;
                /** @description Email address of the operator. */
                email: string;
            }[];
        };
        /** @description Changes of the account. Absent fields stay unchanged. */
        AccountPatch: {
            /** @description Name of the site or company, 1 to 100 characters. */
            name?: string;
            /** @description Language of what visitors read, as a BCP 47 tag such as `en` or `pt-BR`. */
            locale?: string;
            /** @description Accent colour, as `#RRGGBB`. */
            accent?: string;
            /** @description Which links operators can open. `false`: all. `true`: only those to the account's own hosts. A list of at most 200 domains adds hosts. */
            safe_url?: boolean | string[];
            /** @description Whether links in webhook responses are exempt from `safe_url`. */
            trust_webhook_links?: boolean;
        };
        /** @description Whether to suspend or resume the account. */
        AccountSuspension: {
            /** @description True to suspend the account, false to resume it. */
            suspended?: boolean;
            /** @description Email addresses and domains that email channels of the account may use, such as `shop@acme.example` and `acme.example`. */
            allowed_addresses?: string[];
        };
        /** @description The account to switch to. */
        AccountSwitch: {
            /** @description Id of an account in which this browser is signed in. */
            account_id: number;
        };
        /** @description A page of accounts. */
        Accounts: {
            /** @description The accounts of this page. */
            items: components["schemas"]["AccountOverview"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Body of every error response. */
        ApiError: {
            /** @description The error. */
            error: {
                /** @description Code for programs. */
                code: string;
                /** @description Text for people, in English. */
                message: string;
                /** @description Path of the invalid field. Absent if the error concerns none. */
                field?: string;
                /** @description Scope that the API key lacks. Only for `forbidden`, and only if a scope is the reason. */
                scope?: string;
                /** @description Operator who was first (`already_accepted`) or who started the transfer (`transfer_open`). Absent for other codes. */
                by?: components["schemas"]["NamedRef"];
                /** @description Id of the running chat. Only for `already_running` and `not_closed`. */
                chat_id?: number;
                /** @description Id of the request, also in the header `x-request-id` and in the server's log. */
                request_id: string;
            };
            /** @description Cursor from which to continue. Only for `cursor_gone`. */
            start?: string;
        };
        /** @description A key of the service API. */
        ApiKey: {
            /** @description Id of the API key. */
            id: number;
            /** @description Display name. */
            name: string;
            /** @description Operator that the key acts for. */
            operator: components["schemas"]["NamedRef"];
            /** @description What the key may do, within the permissions of its operator: `*`, `*.read`, or names of permissions. */
            scopes: string[];
            /** @description Last four characters of the key. */
            hint: string;
            /** @description Time when the key was created. */
            created_at: string;
            /** @description Time when the key was last used. Null if never. */
            last_used_at: string | null;
            /** @description Time after which the key is refused. Null if it does not expire. */
            expires_at: string | null;
            /** @description Whether the provisioning file defines the key. */
            managed: boolean;
        };
        /** @description A new API key. */
        ApiKeyWithKey: {
            /** @description Id of the API key. */
            id: number;
            /** @description Display name. */
            name: string;
            /** @description Operator that the key acts for. */
            operator: components["schemas"]["NamedRef"];
            /** @description What the key may do, within the permissions of its operator: `*`, `*.read`, or names of permissions. */
            scopes: string[];
            /** @description Last four characters of the key. */
            hint: string;
            /** @description Time when the key was created. */
            created_at: string;
            /** @description Time when the key was last used. Null if never. */
            last_used_at: string | null;
            /** @description Time after which the key is refused. Null if it does not expire. */
            expires_at: string | null;
            /** @description Whether the provisioning file defines the key. */
            managed: boolean;
            /** @description The key. Returned only once, by the request that created it. */
            key?: string;
        };
        /** @description A page of API keys. */
        ApiKeys: {
            /** @description The API keys of this page. */
            items: components["schemas"]["ApiKey"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Data of a webhook response, as operators would see it. */
        AppliedReplyData: {
            /** @description Contacts of the visitor. */
            contact_info: {
                /** @description Name. Null if the response has none. */
                name: string | null;
                /** @description Phone number. Null if the response has none. */
                phone: string | null;
                /** @description Email address. Null if the response has none. */
                email: string | null;
            };
            /** @description Entries of custom data. Null if the response leaves them unchanged. */
            custom_data: {
                /** @description Text above the entry. Null if there is none. */
                title: string | null;
                /** @description Text of the entry. */
                content: string;
                /** @description URL that opens when an operator clicks the entry. Null if there is none. */
                link: string | null;
                /** @description Bold text before the content. Null if there is none. */
                key: string | null;
            }[] | null;
            /** @description Whether operators can assign the chat to the CRM card. Null if the response does not say. */
            enable_assign: boolean | null;
            /** @description URL of the CRM card. Null if the response has none. */
            crm_link: string | null;
            /** @description Page to show for the chat. Null if the response has none. */
            page: components["schemas"]["VisitedPage"] | null;
        };
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
        /** @description One request of a delivery. Bodies are cut at 8 KiB. */
        Attempt: {
            /** @description Number of the attempt, starting with 1. */
            n: number;
            /** @description Time when it began. */
            started_at: string;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["Outcome"];
            /** @description HTTP status. Null if there was no response. */
            status: number | null;
            /** @description Why it failed, or a note about the response. Null if there is neither. */
            error: components["schemas"]["ErrorDetail"] | null;
            /** @description The request. Null after the retention period. */
            request: components["schemas"]["SentRequest"] | null;
            /** @description The response. Null if there was none, and after the retention period. */
            reply: components["schemas"]["ReceivedReply"] | null;
            /** @description Which fields of the response were used. Null after the retention period, and unless a webhook, bot or channel responded. */
            used: components["schemas"]["ResponseUsage"] | null;
        };
        /** @description Actions that occur in the audit log. */
        AuditActions: {
            /** @description The actions. */
            items: string[];
        };
        /** @description A change of one object. Contains only values that differ, by path. Secrets are shown as `•••`. */
        AuditChange: {
            /** @description Kind of the object. */
            object: string;
            /** @description Id of the object. Null if it has none. */
            id: string | null;
            /** @description Name of the object. Null if it has none. */
            name: string | null;
            /** @description Values before the change. Null if the object did not exist. */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description Values after the change. Null if the object no longer exists. */
            after: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An entry of the audit log. */
        AuditEntry: {
            /** @description Number of the entry in the account: 1, 2, 3 and so on. */
            n: number;
            /** @description Time of the action. */
            at: string;
            /** @description Who did it. */
            actor: {
                /**
                 * @description `operator`, `key` (an API key), `file` (the provisioning file), `command` (the command line of the server), `anonymous` (nobody is signed in) or `system` (the server itself, or a direct change of the database).
                 * @enum {string}
                 */
                kind: "operator" | "key" | "file" | "anonymous" | "command" | "system";
                /** @description Id of the operator or API key. Null for others. */
                id: number | null;
                /** @description Name of the operator or API key. Null for others. */
                name: string | null;
            };
            /** @description What was done, such as `channel.create`. */
            action: string;
            /** @description What it was done to. Null if there is nothing to name. */
            target: string | null;
            /** @description IP address. Null if unknown. */
            address: string | null;
            /** @description Id of the request. Null if there was none. */
            request_id: string | null;
            /** @description Whether it was done (`ok`) or refused. */
            result: components["schemas"]["AuditResult"];
            /** @description What changed. */
            changes: components["schemas"]["AuditChange"][];
            /** @description Hash of the previous entry. Null for the first. */
            previous: string | null;
            /** @description SHA-256 over `previous` and the entry. */
            hash: string;
        };
        /** @description A page of audit log entries, newest first. */
        AuditLog: {
            /** @description The audit log entries of this page, newest first. */
            items: components["schemas"]["AuditEntry"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Whether an action was done or refused.
         * @enum {string}
         */
        AuditResult: "ok" | "refused";
        /**
         * @description `account` (default): entries of the account. `installation`: entries that belong to no account, for the owner of the installation only.
         * @enum {string}
         */
        AuditScope: "account" | "installation";
        /** @description Result of a verification of the audit log. */
        AuditVerification: {
            /** @description Whether every hash matches its entry and the previous one. */
            intact: boolean;
            /** @description Number of entries that were checked. */
            count: number;
            /** @description Number of the first entry. Null if there is none. */
            first: number | null;
            /** @description Number of the last entry. Null if there is none. */
            last: number | null;
            /** @description Hash of the last entry. Keep it elsewhere to detect a later change. Null if there is none. */
            hash: string | null;
            /** @description Number of the first entry that does not match. Null if the log is intact. */
            broken_at: number | null;
        };
        /** @description Who wrote a message. */
        Author: {
            /** @description Kind of author. */
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
        /** @description An address to open next. */
        AuthorizationRedirect: {
            /** @description Address that the browser must open. */
            url: string;
        };
        /** @description Parameters that an application sent to the authorization page (RFC 6749, RFC 7636). */
        AuthorizationRequest: {
            /** @description Id of the application. */
            client_id: string;
            /** @description Address that receives the code. It must be registered. */
            redirect_uri: string;
            /** @description Always `code`. */
            response_type: string;
            /** @description Code challenge. */
            code_challenge: string;
            /** @description Always `S256`. */
            code_challenge_method: string;
            /** @description Requested scopes, separated by spaces. */
            scope?: string;
            /** @description Value that is returned to the application. */
            state?: string;
            /** @description If present, `<PUBLIC_URL>/mcp`. */
            resource?: string;
        };
        /**
         * @description Whether an operator can answer now: 1 yes, 0 no.
         * @enum {number}
         */
        Availability: 0 | 1;
        /** @description One attempt to make a backup. */
        BackupRun: {
            /** @description Id of the run. */
            id: number;
            /**
             * @description `operator` asked for it, or the `schedule`.
             * @enum {string}
             */
            cause: "operator" | "schedule";
            /**
             * @description `waiting`, `running`, `done` or `failed`.
             * @enum {string}
             */
            state: "waiting" | "running" | "done" | "failed";
            /** @description Time of the request. */
            requested_at: string;
            /** @description Time when it began. Null while it waits. */
            started_at: string | null;
            /** @description Time when it ended. Null before that. */
            finished_at: string | null;
            /** @description Host name of the machine that wrote the copy. Null while it waits. */
            host: string | null;
            /** @description Folder of the copy. Null before it begins. */
            path: string | null;
            /** @description Bytes written so far, or the size of the complete copy. */
            bytes: number;
            /** @description Why it failed. Null if it did not. */
            error: ("folder_relative" | "folder_inside_data" | "folder_unwritable" | "no_space" | "database" | "interrupted" | "failed") | null;
            /** @description Time when the copy was removed, because newer ones exist. Null if it was not. */
            removed_at: string | null;
        };
        /** @description Schedule of the backups that Parlour makes itself. */
        BackupSettings: {
            /** @description Absolute path of the folder of the copies. Null for `default_folder`. */
            folder: string | null;
            /** @description Local time of the backup, such as `02:00`. Null for no backup every night. */
            time: string | null;
            /** @description IANA name of the time zone of `time`. */
            timezone: string;
            /** @description Number of copies to keep, 1 to 365. */
            keep: number;
        };
        /** @description Backups that Parlour makes itself. */
        BackupState: {
            /** @description Folder of the copies. Null for `default_folder`. */
            folder: string | null;
            /** @description Local time of the backup, such as `02:00`. Null if none is made every night. */
            time: string | null;
            /** @description IANA name of the time zone of `time`. */
            timezone: string;
            /** @description Number of copies to keep. Older ones are removed after the next backup. */
            keep: number;
            /** @description Folder of the copies if none is set. */
            default_folder: string;
            /** @description Time of the next backup. Null without a schedule. */
            next_at: string | null;
            /** @description The latest runs, newest first. */
            runs: components["schemas"]["BackupRun"][];
        };
        /** @description Values to check. Each given value is compared. */
        BlockCheckQuery: {
            /** @description IPv4 or IPv6 address. */
            ip?: string;
            /** @description ISO 3166-1 alpha-2 code. */
            country?: string;
            /** @description Email address. */
            email?: string;
            /** @description Phone number. Only the digits are compared. */
            phone?: string;
            /** @description Token that a page passed to `setUserToken`. */
            user_token?: string;
            /** @description Visitor number. Includes everything that is known about the visitor. */
            visitor?: number;
            /** @description A customer of a channel. */
            customer?: {
                /** @description Id of the channel. */
                channel_id: number;
                /** @description Id that the integrator's server uses. */
                id: string;
            };
        };
        /** @description Result of a check. */
        BlockCheckResult: {
            /** @description Whether an entry in force blocks one of the values. */
            blocked: boolean;
            /** @description The oldest entry that blocks. Null if none does. */
            entry: components["schemas"]["BlockListEntry"] | null;
        };
        /** @description A page of block list entries, newest first. */
        BlockList: {
            /** @description The block list entries of this page, newest first. */
            items: components["schemas"]["BlockListEntry"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description An entry of the block list. */
        BlockListEntry: {
            /** @description Id of the entry. */
            id: number;
            /** @description What the entry compares. */
            kind: components["schemas"]["BlockListKind"];
            /** @description Value as entered: for `visitor` the visitor number, for `customer` the id that the integrator's server uses. */
            value: string;
            /** @description Channel in which the customer id is valid. Null unless the kind is `customer`. */
            channel_id: number | null;
            /**
             * @description `in_force`: blocks now. `over`: has expired. `lifted`: was lifted by an operator.
             * @enum {string}
             */
            state: "in_force" | "over" | "lifted";
            /** @description Time when the entry ends. Null if it has no end. */
            until: string | null;
            /** @description Reason, for operators only. Null if there is none. */
            reason: string | null;
            /** @description Chat in which the visitor was blocked. Null if none. */
            chat_id: number | null;
            /** @description Operator who added the entry. Null if it comes from the provisioning file. */
            by: components["schemas"]["NamedRef"] | null;
            /** @description Time when the entry was added. */
            created_at: string;
            /** @description Time when it was lifted. Null if it was not. */
            lifted_at: string | null;
            /** @description Operator who lifted it. Null if nobody did. */
            lifted_by: components["schemas"]["NamedRef"] | null;
            /** @description Whether the provisioning file defines the entry. */
            managed: boolean;
        };
        /** @description Changes of a block list entry. Absent fields stay unchanged. */
        BlockListEntryPatch: {
            /** @description Time when the entry ends. Null means never. */
            until?: string | null;
            /** @description Reason, for operators only. Null removes it. */
            reason?: string | null;
            /**
             * @description `false` restores a lifted entry. To lift one, use `DELETE`.
             * @enum {boolean}
             */
            lifted?: false;
        };
        /**
         * @description What a block list entry compares. `range`: a CIDR range of IP addresses. `user_token`: the token that a page passed to `setUserToken`. `customer`: the id that the integrator's server uses.
         * @enum {string}
         */
        BlockListKind: "visitor" | "ip" | "range" | "country" | "email" | "phone" | "user_token" | "customer";
        /** @description A bot of a provider, connected to the account. */
        Bot: {
            /** @description Id of the bot. */
            id: number;
            /** @description Id of the bot's endpoint, as in deliveries. */
            endpoint_id: number;
            /** @description The bot provider. */
            provider: {
                /** @description Id of the provider, `<provider_id>` in URLs. */
                id: string;
                /** @description Name of the provider. */
                name: string;
                /** @description State of the provider. Unless it is `active`, the bot neither sends nor receives. */
                state: components["schemas"]["ProviderState"];
            };
            /** @description Name that visitors and operators see. */
            name: string;
            /** @description URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Whether the bot is on. While it is off, new chats go to operators. */
            enabled: boolean;
            /** @description URL to which events are posted. */
            endpoint_url: string;
            /** @description Ids of the channels whose new chats go to the bot. Null means all. */
            channels: number[] | null;
            /** @description Seconds to wait for an operator after the bot invited operators: 10 to 600, default 60. */
            invite_wait_s: number;
            /** @description Seconds that a visitor waits for the bot's answer before the chat goes to operators. 0 (default) means never. */
            silent_s: number;
            /** @description Whether the event `CHAT_CLOSED` is sent. Default: false. */
            sends_chat_closed: boolean;
            /** @description Whether a message in which the customer typed the number of a button has the text of the button. Default: false (BOT-094). */
            sends_button_text: boolean;
            /** @description Whether an answer that the bot posts completes the delivery of the message that it answers, even if that request fails. Default: true (BOT-055). */
            answers_settle: boolean;
            /** @description Whether the token is appended to `endpoint_url`. If false, it is sent only where the URL contains `{token}`. Default: true. */
            append_token: boolean;
            /** @description OAuth credentials for requests to the bot. Null if the token in the URL is the only credential. */
            authorization: {
                /** @description Token endpoint of the provider. */
                token_url: string;
                /** @description Client id at the token endpoint. */
                client_id: string;
                /** @description Scope to request. Null means none. */
                scope: string | null;
                /** @description Where the token request carries the client secret. */
                client_auth: components["schemas"]["ClientAuth"];
            } | null;
            /** @description Whether the token has fewer than 22 characters and could be guessed. */
            token_short: boolean;
            /** @description URL to which the provider posts events, without authorization. Null unless you may manage bots. */
            address: string | null;
            /** @description URL to which the provider posts events, with the header `Authorization`. Null unless you may manage bots. */
            address_with_authorization: string | null;
            /** @description Last four characters of the signing secret. Empty unless you may manage bots. */
            secret_hint: string;
            /** @description Time when the signing secret was created. Null if unknown. */
            secret_created_at: string | null;
            /** @description Time of the latest attempt, successful or not. Null if there was none. */
            last_used_at: string | null;
            /** @description Time of the latest successful attempt. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed attempt. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time when the bot was connected. */
            created_at: string;
            /** @description Whether the provisioning file defines the bot. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Changes of a bot. Absent fields stay unchanged. */
        BotPatch: {
            /** @description Name that visitors and operators see. */
            name?: string;
            /** @description URL of the picture. */
            photo?: string | null;
            /** @description Whether the bot is on. */
            enabled?: boolean;
            /** @description Token that the provider generated: 1 to 255 printable ASCII characters. */
            token?: string;
            /** @description URL to which events are posted. */
            endpoint_url?: string;
            /** @description Ids of the channels whose new chats go to the bot. Null means all. */
            channels?: number[] | null;
            /** @description Seconds to wait for an operator after the bot invited operators: 10 to 600. */
            invite_wait_s?: number;
            /** @description Seconds that a visitor waits for the bot's answer before the chat goes to operators. 0 means never. */
            silent_s?: number;
            /** @description Whether the event `CHAT_CLOSED` is sent. */
            sends_chat_closed?: boolean;
            /** @description Whether a message in which the customer typed the number of a button has the text of the button (BOT-094). */
            sends_button_text?: boolean;
            /** @description Whether an answer that the bot posts completes the delivery of the message that it answers, even if that request fails. */
            answers_settle?: boolean;
            /** @description Whether the token is appended to `endpoint_url`. If false, it is sent only where the URL contains `{token}`. */
            append_token?: boolean;
            /** @description OAuth credentials for requests to the bot. Null: the token in the URL is the only credential. */
            authorization?: {
                /** @description Token endpoint of the provider. */
                token_url: string;
                /** @description Client id at the token endpoint. */
                client_id: string;
                /** @description Client secret, never returned. If absent, the stored secret is kept while `token_url` has the same origin. */
                client_secret?: string;
                /** @description Scope to request. Null means none. */
                scope?: string | null;
                /** @description Where the token request carries the client secret. */
                client_auth?: components["schemas"]["ClientAuth"];
            } | null;
        };
        /** @description An event that a bot posted during a test. */
        BotPost: {
            /** @description Time when it arrived. */
            at: string;
            /** @description `BOT_MESSAGE` or `INVITE_AGENT`. Null if it was refused before its name was read. */
            event: string | null;
            /** @description The posted message. Null for `INVITE_AGENT` and for a refused message. */
            message: {
                /**
                 * @description Type of the message.
                 * @enum {string}
                 */
                type: "TEXT" | "MARKDOWN" | "BUTTONS";
                /** @description Text above the buttons. Empty if there is none. */
                title: string;
                /** @description Text, as a chat channel without buttons would show it. */
                text: string;
                /** @description Buttons of the message. */
                buttons: components["schemas"]["MessageButton"][];
            } | null;
            /** @description Parts of the event that had no effect. */
            warnings: components["schemas"]["ErrorDetail"][];
            /** @description Error that the bot received. Null if the event was accepted. */
            error: components["schemas"]["ErrorDetail"] | null;
        };
        /** @description A bot provider, which runs bots on its own server. */
        BotProvider: {
            /** @description Id of the provider, `<provider_id>` in URLs. Never reused. */
            id: string;
            /** @description Name of the provider. */
            name: string;
            /** @description Email address of the contact. Null if there is none. */
            contact: string | null;
            /** @description Default endpoint of the provider's bots. Null if there is none. */
            endpoint_url: string | null;
            /** @description Who may use the provider. */
            scope: components["schemas"]["ProviderScope"];
            /** @description Account that may use the provider. Null unless the scope is `account`. */
            account_id: number | null;
            /** @description State of the provider. */
            state: components["schemas"]["ProviderState"];
            /** @description Number of bots that use the provider. Only those of your account unless you own the installation. */
            connections: number;
            /** @description Time when the provider was created or requested. */
            created_at: string;
            /** @description Whether the provisioning file defines the provider. */
            managed: boolean;
        };
        /** @description Changes of a bot provider. Absent fields stay unchanged. */
        BotProviderPatch: {
            /** @description Name of the provider. */
            name?: string;
            /** @description Email address of the contact. */
            contact?: string;
            /** @description Default endpoint of the provider's bots. Null means none. */
            endpoint_url?: string | null;
            /**
             * @description `active` approves or resumes the provider, `refused` refuses a request, `suspended` suspends it.
             * @enum {string}
             */
            state?: "active" | "suspended" | "refused";
        };
        /** @description A page of bot providers. */
        BotProviders: {
            /** @description The bot providers of this page. */
            items: components["schemas"]["BotProvider"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description The latest test of a bot. */
        BotTest: {
            /** @description Time when the test began. Null if the bot was never tested. */
            started_at: string | null;
            /** @description Time until which posts for chat `0` belong to the test. Null if the bot was never tested. */
            open_until: string | null;
            /** @description Whether the test is still open. */
            is_open: boolean;
            /** @description Events that the bot posted, in the order of arrival, at most 50. */
            posts: components["schemas"]["BotPost"][];
        };
        /** @description Result of a test event to a bot, with what the bot posted for it so far. */
        BotTestAttempt: {
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["Outcome"];
            /** @description HTTP status. Null if there was no response. */
            status: number | null;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /** @description Why it failed. Null if it succeeded. */
            error: components["schemas"]["ErrorDetail"] | null;
            /** @description The request. Null if nothing was sent, for example because no access token could be obtained. */
            request: components["schemas"]["SentRequest"] | null;
            /** @description The response. Null if there was none. */
            reply: components["schemas"]["ReceivedReply"] | null;
            /** @description Time when the test event was sent. */
            started_at: string | null;
            /** @description Time until which the bot can post answers to the test event. */
            open_until: string | null;
            /** @description Whether the bot can still post answers to the test event. */
            is_open: boolean;
            /** @description What the bot posted for the test event. */
            posts: components["schemas"]["BotPost"][];
        };
        /**
         * @description Event that can be sent as a test.
         * @enum {string}
         */
        BotTestEvent: "CLIENT_MESSAGE" | "AGENT_JOINED" | "AGENT_UNAVAILABLE" | "CHAT_CLOSED";
        /** @description A bot with its new signing secret. */
        BotWithSecret: {
            /** @description Id of the bot. */
            id: number;
            /** @description Id of the bot's endpoint, as in deliveries. */
            endpoint_id: number;
            /** @description The bot provider. */
            provider: {
                /** @description Id of the provider, `<provider_id>` in URLs. */
                id: string;
                /** @description Name of the provider. */
                name: string;
                /** @description State of the provider. Unless it is `active`, the bot neither sends nor receives. */
                state: components["schemas"]["ProviderState"];
            };
            /** @description Name that visitors and operators see. */
            name: string;
            /** @description URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Whether the bot is on. While it is off, new chats go to operators. */
            enabled: boolean;
            /** @description URL to which events are posted. */
            endpoint_url: string;
            /** @description Ids of the channels whose new chats go to the bot. Null means all. */
            channels: number[] | null;
            /** @description Seconds to wait for an operator after the bot invited operators: 10 to 600, default 60. */
            invite_wait_s: number;
            /** @description Seconds that a visitor waits for the bot's answer before the chat goes to operators. 0 (default) means never. */
            silent_s: number;
            /** @description Whether the event `CHAT_CLOSED` is sent. Default: false. */
            sends_chat_closed: boolean;
            /** @description Whether a message in which the customer typed the number of a button has the text of the button. Default: false (BOT-094). */
            sends_button_text: boolean;
            /** @description Whether an answer that the bot posts completes the delivery of the message that it answers, even if that request fails. Default: true (BOT-055). */
            answers_settle: boolean;
            /** @description Whether the token is appended to `endpoint_url`. If false, it is sent only where the URL contains `{token}`. Default: true. */
            append_token: boolean;
            /** @description OAuth credentials for requests to the bot. Null if the token in the URL is the only credential. */
            authorization: {
                /** @description Token endpoint of the provider. */
                token_url: string;
                /** @description Client id at the token endpoint. */
                client_id: string;
                /** @description Scope to request. Null means none. */
                scope: string | null;
                /** @description Where the token request carries the client secret. */
                client_auth: components["schemas"]["ClientAuth"];
            } | null;
            /** @description Whether the token has fewer than 22 characters and could be guessed. */
            token_short: boolean;
            /** @description URL to which the provider posts events, without authorization. Null unless you may manage bots. */
            address: string | null;
            /** @description URL to which the provider posts events, with the header `Authorization`. Null unless you may manage bots. */
            address_with_authorization: string | null;
            /** @description Last four characters of the signing secret. Empty unless you may manage bots. */
            secret_hint: string;
            /** @description Time when the signing secret was created. Null if unknown. */
            secret_created_at: string | null;
            /** @description Time of the latest attempt, successful or not. Null if there was none. */
            last_used_at: string | null;
            /** @description Time of the latest successful attempt. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed attempt. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time when the bot was connected. */
            created_at: string;
            /** @description Whether the provisioning file defines the bot. It can then be changed only there or with an API key. */
            managed: boolean;
            /** @description The signing secret (`whsec_…`). Returned only once, by the request that created it. */
            signing_secret?: string;
        };
        /** @description A page of bots. */
        Bots: {
            /** @description The bots of this page. */
            items: components["schemas"]["Bot"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Accounts in which this browser is signed in. */
        BrowserAccounts: {
            /** @description The accounts. */
            items: {
                /** @description The account. */
                account: components["schemas"]["NamedRef"];
                /** @description Who is signed in there. */
                operator: components["schemas"]["NamedRef"];
                /** @description Whether it is the account of this request. */
                current: boolean;
            }[];
        };
        /**
         * @description How calls are made. `desk`: operators call with their own phones. `http`: Parlour sends the call to a telephony server.
         * @enum {string}
         */
        CallDriver: "desk" | "http";
        /**
         * @description Filter for calls. `waiting`: no operator has the call. `running`: an operator has it. `done`: ended or failed.
         * @enum {string}
         */
        CallListState: "waiting" | "running" | "done";
        /** @description A note of a call. */
        CallNote: {
            /** @description Text, at most 2,000 characters. Empty removes the note. */
            text: string;
        };
        /** @description How visitors are called back. */
        CallSettings: {
            /** @description Whether visitors can request calls. */
            enabled: boolean;
            /** @description How calls are made. */
            driver: components["schemas"]["CallDriver"];
            /** @description URL of the telephony server. Null if there is none. */
            url: string | null;
            /** @description Working hours for calls. Null means those of the account. */
            hours: components["schemas"]["WorkingHours"] | null;
            /** @description Country prefixes of permitted phone numbers, such as `+49`. An empty list permits all numbers. */
            prefixes: string[];
            /** @description Seconds after which a call fails if no operator takes it. Default: 60. */
            no_answer_agent_s: number;
            /** @description Seconds after which a call fails if the visitor does not answer. Default: 120. */
            no_answer_client_s: number;
            /** @description Minutes left. Each started minute with the visitor counts; at 0, no calls are possible. Null means unlimited. */
            balance_min: number | null;
            /** @description Whether calls are possible now, by the working hours. */
            open_now: boolean;
            /** @description URL to which the telephony server reports. It is a secret: anyone who knows it can report. Null without a server, and unless you may manage the account. */
            report_url: string | null;
            /** @description Last four characters of the signing secret. Null without a server. */
            secret_hint: string | null;
            /** @description Whether the provisioning file sets the call settings. They can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description The call settings, with a new signing secret if one was created. */
        CallSettingsChanged: {
            /** @description Whether visitors can request calls. */
            enabled: boolean;
            /** @description How calls are made. */
            driver: components["schemas"]["CallDriver"];
            /** @description URL of the telephony server. Null if there is none. */
            url: string | null;
            /** @description Working hours for calls. Null means those of the account. */
            hours: components["schemas"]["WorkingHours"] | null;
            /** @description Country prefixes of permitted phone numbers, such as `+49`. An empty list permits all numbers. */
            prefixes: string[];
            /** @description Seconds after which a call fails if no operator takes it. Default: 60. */
            no_answer_agent_s: number;
            /** @description Seconds after which a call fails if the visitor does not answer. Default: 120. */
            no_answer_client_s: number;
            /** @description Minutes left. Each started minute with the visitor counts; at 0, no calls are possible. Null means unlimited. */
            balance_min: number | null;
            /** @description Whether calls are possible now, by the working hours. */
            open_now: boolean;
            /** @description URL to which the telephony server reports. It is a secret: anyone who knows it can report. Null without a server, and unless you may manage the account. */
            report_url: string | null;
            /** @description Last four characters of the signing secret. Null without a server. */
            secret_hint: string | null;
            /** @description Whether the provisioning file sets the call settings. They can then be changed only there or with an API key. */
            managed: boolean;
            /** @description The signing secret (`whsec_…`). Returned only once, by the request that created it. */
            signing_secret?: string;
        };
        /** @description Changes of the call settings. Absent fields stay unchanged. */
        CallSettingsPatch: {
            /** @description Whether visitors can request calls. */
            enabled?: boolean;
            /** @description How calls are made. */
            driver?: components["schemas"]["CallDriver"];
            /** @description URL of the telephony server. Null if there is none. */
            url?: string | null;
            /** @description Working hours for calls. Null means those of the account. */
            hours?: components["schemas"]["WorkingHours"] | null;
            /** @description Country prefixes of permitted phone numbers, such as `+49`. An empty list permits all numbers. */
            prefixes?: string[];
            /** @description Seconds after which a call fails if no operator takes it. */
            no_answer_agent_s?: number;
            /** @description Seconds after which a call fails if the visitor does not answer. */
            no_answer_client_s?: number;
            /** @description Minutes left. Each started minute with the visitor counts; at 0, no calls are possible. Null means unlimited. */
            balance_min?: number | null;
        };
        /**
         * @description Status of a call. `start`: requested. `agent_connected`: the operator is on the line. `client_connected`: the visitor is on the line. `end`: over. `error`: failed.
         * @enum {string}
         */
        CallStatus: "start" | "agent_connected" | "client_connected" | "end" | "error";
        /** @description A call, with its visitor and channel. */
        CallWithVisitor: {
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
            /** @description Status of the call. */
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
                /** @description Operator who wrote it. */
                by: components["schemas"]["NamedRef"];
                /** @description Time of the note. */
                at: string;
            };
            /** @description Time when the call was requested. */
            created_at: string;
            /** @description Time of the latest change of the status. */
            updated_at: string;
            /** @description The visitor. */
            visitor: components["schemas"]["Visitor"];
            /** @description Channel of the chat. */
            channel: components["schemas"]["ChatChannel"];
        };
        /** @description A page of calls, newest first. */
        Calls: {
            /** @description The calls of this page, newest first. */
            items: components["schemas"]["CallWithVisitor"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A page of quick replies. */
        CannedReplies: {
            /** @description The quick replies of this page. */
            items: components["schemas"]["CannedReply"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A quick reply: a stored text that an operator can insert. */
        CannedReply: {
            /** @description Id of the quick reply. */
            id: number;
            /** @description Who can use it. */
            scope: components["schemas"]["ReplyScope"];
            /** @description Id of the department. Null unless the scope is `department`. */
            department_id: number | null;
            /** @description Folder. Empty means none. `Orders/Returns` is a folder in a folder. */
            folder: string;
            /** @description What operators type after the slash. */
            shortcut: string;
            /** @description Language of the text, as a BCP 47 tag. Empty means any. */
            language: string;
            /** @description Text. It can contain variables, such as `{visitor.name|there}`. */
            text: string;
            /** @description How often you have used it. */
            uses: number;
            /** @description Time when it was created. */
            created_at: string;
            /** @description Time when it was last changed. */
            updated_at: string;
            /** @description Whether the provisioning file defines it. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Changes of a quick reply. Absent fields stay unchanged. */
        CannedReplyPatch: {
            /** @description Who can use it. */
            scope?: components["schemas"]["ReplyScope"];
            /** @description Id of the department. Required for the scope `department`, otherwise null. */
            department_id?: number | null;
            /** @description Folder, at most 100 characters. `Orders/Returns` is a folder in a folder. */
            folder?: string;
            /** @description What operators type after the slash: 1 to 50 characters without white space, unique for the same scope and language, ignoring case. */
            shortcut?: string;
            /** @description Language of the text, as a BCP 47 tag. Empty means any. */
            language?: string;
            /** @description Text, at most 4,000 characters. It can contain variables, such as `{visitor.name|there}`, with the text after `|` for unknown values. */
            text?: string;
        };
        /** @description A connection over which visitors write: a chat API channel, a site widget, or a channel of an external service. */
        Channel: {
            /** @description Id of the channel. */
            id: number;
            /** @description Kind of the channel. It cannot be changed. */
            kind: components["schemas"]["ChannelKind"];
            /** @description Name that operators see. */
            name: string;
            /** @description Public id in URLs: `CHANNEL_PUBLIC_ID` of a chat API channel, `widget_id` of a widget. It never changes. */
            public_id: string;
            /** @description Whether the channel is on. While it is off, messages of visitors return 403 `channel_disabled`. */
            enabled: boolean;
            /** @description URL to which messages of operators are posted. Empty unless the kind is `api`. */
            endpoint_url: string;
            /** @description Whether requests to the endpoint use `Transfer-Encoding: chunked`. Default: false. */
            chunked: boolean;
            /** @description Whether `public_id` is appended to `endpoint_url`. Default: true. */
            append_public_id: boolean;
            /** @description How files are sent to the endpoint: as `media objects` (default), or as `text with link`. */
            media_as: components["schemas"]["MediaFormat"];
            /** @description Whether an attached bot counts as available in the status of the channel. Default: false. */
            bot_available: boolean;
            /** @description Ids of the operators who answer on this channel. */
            operators: number[];
            /** @description URL to which your server posts messages of customers. Null unless you may manage channels. */
            inbound_url: string | null;
            /** @description Last four characters of the signing secret. Empty unless you may manage channels. */
            secret_hint: string;
            /** @description Whether an operator can answer now: 1 yes, 0 no. */
            status: components["schemas"]["Availability"];
            /** @description Time of the latest request to `inbound_url`, as far as this node knows. Null after a restart. */
            last_inbound_at: string | null;
            /** @description Time of the latest successful request to the endpoint. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed request to the endpoint. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time when the channel was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the channel. It can then be changed only there or with an API key. */
            managed: boolean;
            /** @description What the channel can show to visitors and report about them. */
            capabilities: components["schemas"]["ChannelCapabilities"];
            /** @description Settings of the external service. Only for channels of external services. */
            settings?: {
                [key: string]: unknown;
            };
            /** @description What the service says about the connected account. Only for channels of external services. */
            info?: {
                [key: string]: unknown;
            };
            /** @description Why the channel cannot receive messages now. Null if it can. Only for channels of external services. */
            problem?: {
                /** @description Time since which it cannot. */
                at: string;
                /** @description Code for programs. */
                code: string;
                /** @description Variable parts of the message, by name. */
                values: {
                    [key: string]: string;
                };
                /** @description English sentence for people. */
                message: string;
            } | null;
            /**
             * @description Whether the channel may use its address. `unproved`: nobody has shown that the account may use it. `taken`: another channel has it. Absent for kinds without addresses.
             * @enum {string}
             */
            address_state?: "proved" | "unproved" | "taken";
            /** @description Last four characters of each secret, by name. Only for channels of external services. */
            secret_hints?: {
                [key: string]: string;
            };
            /** @description Settings of the widget. Only for widgets. */
            widget?: components["schemas"]["WidgetSettings"];
            /** @description HTML to add to your pages. Only for widgets. */
            snippet?: string;
            /** @description Whether signed identity is on. Only for widgets. */
            has_identity_secret?: boolean;
        };
        /** @description The code that was sent to the address of a channel. */
        ChannelAddressCode: {
            /** @description The code from the email. */
            code: string;
        };
        /** @description What a channel can show to visitors and report about them. Use these values, not the kind. */
        ChannelCapabilities: {
            /** @description Whether visitors use Parlour's chat window, with its forms, ratings and queue. */
            chat_window: boolean;
            /** @description Kinds of media that visitors receive as media. Others arrive as text with a link. */
            media: ("video" | "audio" | "voice" | "photo" | "sticker" | "document" | "location")[];
            /** @description Maximum length of the text of a message in either direction, in code points. */
            max_text_length: number;
            /** @description Maximum number of buttons of a message. If 0, buttons arrive as text. */
            max_buttons: number;
            /** @description Whether messages are emails with a subject and recipients. */
            email: boolean;
            /** @description Whether visitors see that an operator is typing. */
            operator_typing: boolean;
            /** @description Whether messages go to your own endpoint, whose response confirms the delivery. Other services only accept them. */
            integrator_endpoint: boolean;
            /**
             * @description What the channel can report after sending: nothing (`none`), `delivered`, or also `read`.
             * @enum {string}
             */
            receipts: "none" | "delivered" | "read";
            /** @description Whether visitors can edit messages that they have sent. */
            visitor_edits: boolean;
            /** @description Hours after the visitor's latest message in which the channel accepts text and files. Null means no limit. */
            reply_window_hours: number | null;
            /** @description Seconds for which a message waits for others to be sent together with it. 0 means that it does not wait. */
            merge_seconds: number;
            /** @description Whether anybody can write in the name of another person. A bot then serves the channel only if it is selected for it. */
            claimed_senders: boolean;
            /** @description Whether the channel has approved templates, which it accepts at any time. */
            templates: boolean;
        };
        /** @description An email that a channel received or sent. */
        ChannelEmail: {
            /**
             * @description Whether the channel received or sent it.
             * @enum {string}
             */
            direction: "received" | "sent";
            /** @description Time when it was received, or when its delivery was created. */
            at: string;
            /** @description Name of the sender, or of the first recipient. Empty if unknown. */
            name: string;
            /** @description Address of the sender, or of the first recipient. Empty if unknown. */
            address: string;
            /** @description Number of further recipients. */
            others: number;
            /** @description Subject. An answer without a subject of its own has the one of the email that it answers. */
            subject: string;
            /** @description Id of the chat with the email. Null if it became no chat. */
            chat_id: number | null;
            /** @description Number of the chat. Null if there is no chat, or while the chat has no number. */
            chat_number: number | null;
            /** @description Whether the receiving server verified the sender. Null for sent and ignored emails. */
            verified: boolean | null;
            /** @description The ignored email, if it became no chat. */
            ignored: {
                /** @description Id of the ignored email. */
                id: number;
                /**
                 * @description Why it became no chat. More reasons may be added.
                 * @enum {string}
                 */
                reason: "newsletter" | "automatic_mail" | "automatic_reply" | "unknown_report" | "no_failure" | "mail_loop" | "not_accepted";
            } | null;
            /** @description Delivery of a sent email. */
            delivery: {
                /** @description Id of the delivery. */
                id: number;
                /** @description State of the delivery. */
                state: components["schemas"]["DeliveryState"];
                /** @description Number of finished attempts of the current series. */
                attempts: number;
                /** @description Why the latest attempt failed. Null if it did not. */
                error: components["schemas"]["ErrorDetail"] | null;
            } | null;
        };
        /** @description The latest emails of a channel with figures. At most 20,000 emails of each direction are counted. */
        ChannelEmails: {
            /** @description The last 24 hours. */
            day: {
                /** @description Emails that became messages of chats. */
                received: number;
                /** @description Emails that the mail server accepted. */
                sent: number;
                /** @description Emails that were not delivered. */
                failed: number;
            };
            /** @description The last 7 days. */
            week: {
                /** @description Emails that became messages of chats. */
                received: number;
                /** @description Emails that the mail server accepted. */
                sent: number;
                /** @description Emails that were not delivered. */
                failed: number;
            };
            /** @description Emails of the last 7 days that wait for the first or another attempt. */
            waiting: number;
            /** @description Whether there are more emails than are counted. */
            is_capped: boolean;
            /** @description The latest emails of both directions, newest first, at most 10. */
            items: components["schemas"]["ChannelEmail"][];
        };
        /**
         * @description Kind of a channel. `api`: your own front end. `widget`: the site widget. `mail`, `telegram`, `whatsapp`: an account at that service.
         * @enum {string}
         */
        ChannelKind: "api" | "mail" | "telegram" | "whatsapp" | "widget";
        /** @description Changes of a channel. Absent fields stay unchanged. */
        ChannelPatch: {
            /** @description Name that operators see, 1 to 100 characters. */
            name?: string;
            /** @description URL to which messages of operators are posted. Only for chat API channels. */
            endpoint_url?: string;
            /** @description Whether requests to the endpoint use `Transfer-Encoding: chunked`. Only for chat API channels. */
            chunked?: boolean;
            /** @description Ids of the operators who answer on this channel, at least one. */
            operators?: number[];
            /** @description Whether the public id is appended to `endpoint_url`. Only for chat API channels. */
            append_public_id?: boolean;
            /** @description How files are sent to the endpoint. Only for chat API channels. */
            media_as?: components["schemas"]["MediaFormat"];
            /** @description Whether an attached bot counts as available in the status of the channel. Only for chat API channels. */
            bot_available?: boolean;
            /** @description Whether the channel is on. */
            enabled?: boolean;
            /** @description Settings to change. Only for widgets. */
            widget?: components["schemas"]["WidgetSettingsPatch"];
            /** @description Settings and secrets to change. Null removes an optional one. Only for channels of external services. */
            settings?: {
                [key: string]: unknown;
            };
        };
        /** @description A message template that the service has approved. */
        ChannelTemplate: {
            /** @description Name of the template at the service. */
            name: string;
            /** @description Language of the template, as the service names it. */
            language: string;
            /** @description Purpose, as the service names it, in lower case. */
            category: string;
            /** @description Text, with each parameter as `{{body.1}}`. */
            text: string;
            /** @description Names of the parameters. Each needs a value when you send the template. */
            parameters: string[];
        };
        /** @description A page of templates. */
        ChannelTemplates: {
            /** @description The templates of this page. */
            items: components["schemas"]["ChannelTemplate"][];
            /** @description Always null. */
            next_cursor: string | null;
        };
        /** @description Result of a test message. */
        ChannelTest: {
            /** @description The request to the endpoint. */
            outbound: components["schemas"]["TestAttempt"];
            /** @description What a request to the inbound URL would get now. Computed, without a request. */
            inbound: {
                /** @description The inbound URL. Null unless you may manage channels. */
                url: string | null;
                /** @description Whether an operator can answer now: 1 yes, 0 no. */
                status: components["schemas"]["Availability"];
                /** @description Whether a message would be accepted. */
                accepts_messages: boolean;
                /** @description Time of the latest request to the inbound URL. Null if unknown. */
                last_inbound_at: string | null;
            };
        };
        /** @description A channel with its new secret. */
        ChannelWithSecret: {
            /** @description Id of the channel. */
            id: number;
            /** @description Kind of the channel. It cannot be changed. */
            kind: components["schemas"]["ChannelKind"];
            /** @description Name that operators see. */
            name: string;
            /** @description Public id in URLs: `CHANNEL_PUBLIC_ID` of a chat API channel, `widget_id` of a widget. It never changes. */
            public_id: string;
            /** @description Whether the channel is on. While it is off, messages of visitors return 403 `channel_disabled`. */
            enabled: boolean;
            /** @description URL to which messages of operators are posted. Empty unless the kind is `api`. */
            endpoint_url: string;
            /** @description Whether requests to the endpoint use `Transfer-Encoding: chunked`. Default: false. */
            chunked: boolean;
            /** @description Whether `public_id` is appended to `endpoint_url`. Default: true. */
            append_public_id: boolean;
            /** @description How files are sent to the endpoint: as `media objects` (default), or as `text with link`. */
            media_as: components["schemas"]["MediaFormat"];
            /** @description Whether an attached bot counts as available in the status of the channel. Default: false. */
            bot_available: boolean;
            /** @description Ids of the operators who answer on this channel. */
            operators: number[];
            /** @description URL to which your server posts messages of customers. Null unless you may manage channels. */
            inbound_url: string | null;
            /** @description Last four characters of the signing secret. Empty unless you may manage channels. */
            secret_hint: string;
            /** @description Whether an operator can answer now: 1 yes, 0 no. */
            status: components["schemas"]["Availability"];
            /** @description Time of the latest request to `inbound_url`, as far as this node knows. Null after a restart. */
            last_inbound_at: string | null;
            /** @description Time of the latest successful request to the endpoint. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed request to the endpoint. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time when the channel was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the channel. It can then be changed only there or with an API key. */
            managed: boolean;
            /** @description What the channel can show to visitors and report about them. */
            capabilities: components["schemas"]["ChannelCapabilities"];
            /** @description Settings of the external service. Only for channels of external services. */
            settings?: {
                [key: string]: unknown;
            };
            /** @description What the service says about the connected account. Only for channels of external services. */
            info?: {
                [key: string]: unknown;
            };
            /** @description Why the channel cannot receive messages now. Null if it can. Only for channels of external services. */
            problem?: {
                /** @description Time since which it cannot. */
                at: string;
                /** @description Code for programs. */
                code: string;
                /** @description Variable parts of the message, by name. */
                values: {
                    [key: string]: string;
                };
                /** @description English sentence for people. */
                message: string;
            } | null;
            /**
             * @description Whether the channel may use its address. `unproved`: nobody has shown that the account may use it. `taken`: another channel has it. Absent for kinds without addresses.
             * @enum {string}
             */
            address_state?: "proved" | "unproved" | "taken";
            /** @description Last four characters of each secret, by name. Only for channels of external services. */
            secret_hints?: {
                [key: string]: string;
            };
            /** @description Settings of the widget. Only for widgets. */
            widget?: components["schemas"]["WidgetSettings"];
            /** @description HTML to add to your pages. Only for widgets. */
            snippet?: string;
            /** @description Whether signed identity is on. Only for widgets. */
            has_identity_secret?: boolean;
            /** @description The signing secret (`whsec_…`). Returned only once, by the request that created it. */
            signing_secret?: string;
        };
        /** @description A page of channels. */
        Channels: {
            /** @description The channels of this page. */
            items: components["schemas"]["Channel"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A conversation with a visitor, from the first message until it is closed. */
        Chat: {
            /** @description Id of the chat. */
            id: number;
            /** @description Short number of the chat, counted from 1 in the account. People name the chat by it. Absent while an upgrade still numbers older chats. */
            number?: number;
            /** @description Sequence number of the last message in the chat. 0 if the chat has no message. */
            seq: number;
            /** @description `bot`: a bot answers. `waiting`: waits for an operator. `open`: an operator has it. `closed`: has ended, finally. */
            state: components["schemas"]["ChatState"];
            /** @description Channel on which the visitor writes. */
            channel: components["schemas"]["ChatChannel"];
            /** @description The visitor, with the values that are current now. */
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
            assignment: components["schemas"]["Assignment"] | null;
            /** @description Tags of the chat, with the names that they had when they were set. Absent if there are none. */
            tags?: components["schemas"]["NamedRef"][];
            /**
             * @description Present if the chat was closed because its visitor was blocked in it.
             * @enum {boolean}
             */
            blacklisted?: true;
            /** @description Position in the queue. Present only when you get a single waiting chat, and only if the account shows the queue. */
            queue?: components["schemas"]["Queue"] | null;
            /** @description Number of visitor messages after your read mark, counted up to 1,000. */
            unread: number;
            /** @description The latest message. System messages about offers, transfers, tags and rating requests are skipped. Null if there is none. */
            last_message: components["schemas"]["Message"] | null;
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
            /** @description Kind of the channel. */
            kind: components["schemas"]["ChannelKind"];
            /** @description Name that operators see. */
            name: string;
        };
        /** @description What the next email of a chat begins with. */
        ChatEmail: {
            /** @description Address of the channel. */
            from: string;
            /** @description Subject of the conversation, with `Re:`. */
            subject: string;
            /** @description The sender of the latest email. */
            reply: components["schemas"]["EmailRecipients"];
            /** @description Everybody whom the latest email names. */
            reply_all: components["schemas"]["EmailRecipients"];
            /** @description Sequence number of the latest email in this chat. Null if there is none. */
            letter: number | null;
            /** @description Where the latest email asks for replies. Null if that is its sender. */
            reply_to: {
                /** @description The sender of the latest email. */
                from: components["schemas"]["EmailAddress"];
                /** @description Addresses to which the email asks for replies. */
                addresses: components["schemas"]["EmailAddress"][];
                /** @description Whether replies go there, because an operator chose it. */
                used: boolean;
            } | null;
            /** @description Addresses that have written or received an email of this conversation. */
            known: string[];
        };
        /** @description A chat with matching messages. */
        ChatHit: {
            /** @description The chat. */
            chat: components["schemas"]["Chat"];
            /** @description At most 3 matching messages: the newest, or the oldest with `sort=oldest`. Empty if the query has no words, `from:` or `has:`. */
            hits: components["schemas"]["SearchHit"][];
            /** @description Number of matching messages, counted up to 100. */
            count: number;
            /** @description Time of the latest activity in the chat. Absent if `hits` is not empty. */
            active_at?: string;
        };
        /** @description An operator's invitation of a colleague to a chat, not answered yet. */
        ChatInvitation: {
            /** @description Operator who invited. */
            by: components["schemas"]["NamedRef"];
            /** @description Operator who is invited. */
            to: components["schemas"]["NamedRef"];
            /** @description Comment for the invited operator. Null if there is none. */
            comment: string | null;
        };
        /** @description Matching messages of a chat. */
        ChatMatches: {
            /** @description Sequence numbers, ascending. */
            seqs: number[];
        };
        /** @description A notice to one operator about a chat: their transfer was not accepted, the chat was offered to others, or somebody gave it to them. */
        ChatNotice: {
            /**
             * @description `transfer_declined`, `transfer_expired` (no answer in 30 seconds), `transfer_offline` (the target went offline), `reassigned` (offered to others because you did not answer) or `assigned` (given to you by another operator).
             * @enum {unknown}
             */
            kind: "transfer_declined" | "transfer_expired" | "transfer_offline" | "reassigned" | "assigned";
            /** @description Operator who gets the notice. */
            to: components["schemas"]["NamedRef"];
            /** @description Target of the transfer. For `reassigned`, the operator who gets the notice. For `assigned`, who gave the chat. */
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
        /**
         * @description State of a chat. `bot`: a bot answers. `waiting`: waits for an operator. `open`: an operator has it. `closed`: has ended, finally.
         * @enum {string}
         */
        ChatState: "bot" | "waiting" | "open" | "closed";
        /** @description Tags of a chat. */
        ChatTags: {
            /** @description Ids of all tags that the chat should have, at most 20. They replace the present ones. */
            tags: number[];
        };
        /**
         * @description List of the inbox. `mine`: open chats that you have or take part in. `waiting`: waiting for an operator. `bot`: with a bot. `all`: all running chats. `closed`: closed chats. `missed`: chats that ended in the last 7 days while they waited, and chats whose bot asked for an operator and got none.
         * @enum {string}
         */
        ChatView: "mine" | "waiting" | "bot" | "all" | "closed" | "missed";
        /** @description A page of chats. */
        Chats: {
            /** @description The chats of this page. */
            items: components["schemas"]["Chat"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Where a token request carries the client secret: in the header (`basic`) or in the body (`body`).
         * @enum {string}
         */
        ClientAuth: "basic" | "body";
        /** @description An application that acts for you. */
        ConnectedApplication: {
            /** @description Id of the access. */
            id: number;
            /** @description Name that the application gave itself. It is not verified. */
            name: string;
            /** @description What it may do. */
            scopes: string[];
            /** @description Time when you granted access. */
            created_at: string;
            /** @description Time when it was last used. Null if never. */
            last_used_at: string | null;
        };
        /** @description Applications that act for you. */
        ConnectedApplications: {
            /** @description The applications, most recent first. */
            items: components["schemas"]["ConnectedApplication"][];
        };
        /** @description The address of a new channel. */
        ConnectionLookup: {
            /**
             * @description Kind of the channel.
             * @enum {string}
             */
            kind: "mail" | "telegram" | "whatsapp";
            /** @description Address at which customers write, for example `support@shop.example`. */
            address: string;
        };
        /** @description A sentence about the connection of a channel. */
        ConnectionNotice: {
            /** @description Code for programs. */
            code: string;
            /** @description Variable parts of the message, by name. */
            values: {
                [key: string]: string;
            };
            /** @description English sentence for people. */
            message: string;
        };
        /** @description Result of a connection test in both directions. */
        ConnectionTest: {
            /** @description From Parlour to the service. */
            outbound: components["schemas"]["DirectionTest"];
            /** @description From the service to Parlour. */
            inbound: components["schemas"]["DirectionTest"];
        };
        /** @description Settings that are tested before a channel has them. */
        ConnectionTestRequest: {
            /**
             * @description Kind of the channel.
             * @enum {string}
             */
            kind: "mail" | "telegram" | "whatsapp";
            /** @description Settings and secrets of the kind, as for a new channel. */
            settings: {
                [key: string]: unknown;
            };
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
            /** @description Where it comes from. */
            source: components["schemas"]["Source"];
            /** @description Time when it was set. */
            at: string;
            /** @description Operator who set it. Only for the source `operator`. */
            by?: components["schemas"]["NamedRef"];
            /** @description Different values from other sources, at most one per source, trusted sources first. Absent if there are none. */
            others?: {
                /** @description The other value. */
                value: string;
                /** @description Where it comes from. */
                source: components["schemas"]["Source"];
                /** @description Time when it was set. */
                at: string;
                /** @description Operator who set it. Only for the source `operator`. */
                by?: components["schemas"]["NamedRef"];
            }[];
        };
        /** @description Numbers next to the views of the inbox. */
        Counters: {
            /** @description Number of chats, offline messages and calls by view. */
            views: {
                /** @description Open chats that you have or take part in. */
                mine: number;
                /** @description Chats that wait for an operator. */
                waiting: number;
                /** @description Chats with a bot. */
                bot: number;
                /** @description All running chats. */
                all: number;
                /** @description Chats that ended in the last 7 days while they waited, and chats whose bot asked for an operator and got none. */
                missed: number;
                /** @description Offline messages that are not done. */
                offline: number;
                /** @description Calls that wait for an operator. */
                calls: number;
            };
            /** @description Visitor messages after your read marks, in your own and in waiting chats. */
            unread: number;
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
        /** @description A page of deliveries, newest first. */
        Deliveries: {
            /** @description The deliveries of this page, newest first. */
            items: components["schemas"]["Delivery"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A message or event that must reach an endpoint. */
        Delivery: {
            /** @description Id of the delivery. */
            id: number;
            /** @description Where it is sent. */
            endpoint: {
                /** @description Id of the endpoint. */
                id: number;
                /** @description Kind of the endpoint. */
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
            /** @description State of the delivery. */
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
        /** @description Figures of the deliveries in the last 24 hours. */
        DeliveryTotals: {
            /** @description Start of the period. */
            since: string;
            /** @description Deliveries created in the period, counted up to 20,000. */
            events: number;
            /** @description Whether there were more than 20,000. All figures then cover the newest 20,000. */
            is_capped: boolean;
            /** @description Deliveries in the 24 hours before the period. Null if either period has more than 20,000. */
            events_before: number | null;
            /** @description Deliveries that were accepted. */
            delivered: number;
            /** @description Deliveries that failed. */
            failed: number;
            /** @description Webhook events whose attempts have all failed, kept for a replay. */
            dead: number;
            /** @description Deliveries that were accepted but whose response Parlour could not use. */
            not_usable: number;
            /** @description Deliveries that are pending now, of any age. */
            queued: {
                /** @description Number of them. */
                count: number;
                /** @description Whether there are more than counted. */
                is_capped: boolean;
                /** @description Creation time of the oldest. Null if there is none. */
                oldest_at: string | null;
                /** @description Endpoint of the oldest. Null if there is none. */
                endpoint_id: number | null;
            };
            /** @description Durations of the latest attempts, from the newest 2,000 deliveries with an attempt. Null if there is none. */
            took: {
                /** @description Number of attempts. */
                attempts: number;
                /** @description Median duration in milliseconds. */
                median_ms: number;
                /** @description 95th percentile in milliseconds. */
                p95_ms: number;
            } | null;
        };
        /** @description A delivery with all its attempts. */
        DeliveryWithAttempts: {
            /** @description Id of the delivery. */
            id: number;
            /** @description Where it is sent. */
            endpoint: {
                /** @description Id of the endpoint. */
                id: number;
                /** @description Kind of the endpoint. */
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
            /** @description State of the delivery. */
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
            /** @description All attempts, including those of earlier series. */
            attempts_made: components["schemas"]["Attempt"][];
        };
        /** @description A group of operators to which chats are routed. */
        Department: {
            /** @description Id of the department. */
            id: number;
            /** @description Name that visitors and operators see. Unique in the account, ignoring case. */
            name: string;
            /** @description Ids of the operators in the department. */
            operators: number[];
            /** @description Working hours of the department. Null means those of the account. */
            working_hours: components["schemas"]["DepartmentHours"] | null;
            /** @description Whether the department is open now. */
            open_now: boolean;
            /** @description Time of the next opening. Null while it is open, and if it never opens. */
            next_opening_at: string | null;
            /** @description Time when the department was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the department. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Working hours of a department. */
        DepartmentHours: {
            /** @description IANA name of the time zone. */
            timezone: string;
            /** @description Intervals for each weekday. */
            week: components["schemas"]["Week"];
            /** @description Intervals for single dates. They replace those of the weekday. An empty list means closed. */
            exceptions: {
                [key: string]: string[];
            };
            /** @description Names and last days of exceptions, by the date in `exceptions` on which they begin. */
            exception_details: {
                [key: string]: components["schemas"]["ExceptionDetails"];
            };
        };
        /** @description Changes of a department. Absent fields stay unchanged. */
        DepartmentPatch: {
            /** @description Name, 1 to 100 characters, unique in the account, ignoring case. */
            name?: string;
            /** @description Ids of the operators. They replace the present ones. */
            operators?: number[];
            /** @description Working hours of the department. Null means those of the account. */
            working_hours?: components["schemas"]["WorkingHours"] | null;
        };
        /** @description A page of departments. */
        Departments: {
            /** @description The departments of this page. */
            items: components["schemas"]["Department"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A valid access request, as you see it before you decide. */
        DescribedAuthorization: {
            /** @description Name that the application gave itself. It is not verified. */
            name: string;
            /** @description Host that receives the code. */
            redirect_host: string;
            /** @description Requested scopes that your role includes. */
            scopes: {
                /** @description Name of the scope. */
                name: string;
                /** @description Whether the page should preselect it. */
                is_preselected: boolean;
            }[];
            /** @description Address to open if you decline. */
            decline_url: string;
        };
        /** @description A site that loaded a widget. */
        DetectedSite: {
            /** @description Scheme, host and port of the site. */
            origin: string;
            /** @description URL of the page, without its query. Null if unknown. */
            page_url: string | null;
            /** @description Title of the page. Null if unknown. */
            page_title: string | null;
            /** @description Time when it was loaded. */
            at: string;
        };
        /** @description Result of a connection test in one direction. */
        DirectionTest: {
            /** @description Whether it works. */
            ok: boolean;
            /** @description Code for programs. */
            code: string;
            /** @description Variable parts of the message, by name. */
            values: {
                [key: string]: string;
            };
            /** @description English sentence for people. */
            message: string;
        };
        /** @description A draft that you have not sent. */
        Draft: {
            /** @description Id of the chat. */
            chat_id: number;
            /** @description `text`: a message. `note`: an internal note. `email`: subject and recipients of an email. */
            mode: components["schemas"]["DraftMode"];
            /** @description Text of the draft. Empty if it was sent or cleared, and in the mode `email`. */
            text: string;
            /** @description What was changed about the next email of the chat. Only in the mode `email`, unless nothing was changed. */
            email?: components["schemas"]["DraftEmail"];
            /** @description Version of the draft. It increases with each change on any device. */
            version: number;
            /** @description Time of the latest change. */
            updated_at: string;
        };
        /** @description A change of a draft. It is stored only if `version` is above the stored version. */
        DraftChange: {
            /** @description `text`: a message. `note`: an internal note. `email`: subject and recipients of an email. */
            mode: components["schemas"]["DraftMode"];
            /** @description Text of the draft, at most 60,000 characters. Empty to clear it, and in the mode `email`. */
            text: string;
            /** @description What was changed about the next email of the chat. Only in the mode `email`. Absent to clear it. */
            email?: components["schemas"]["DraftEmail"];
            /** @description Stored version plus one. 1 for a new draft. */
            version: number;
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
        /** @description A page of drafts, newest first. */
        Drafts: {
            /** @description The drafts of this page, newest first. */
            items: components["schemas"]["Draft"][];
            /** @description Always null. */
            next_cursor: string | null;
        };
        /** @description An earlier version of an edited message. */
        EarlierText: {
            /** @description Text before the edit. */
            text: string;
            /** @description Media before the edit. Absent if there was none. */
            media?: components["schemas"]["Media"];
            /** @description Time from which this version was shown. */
            at: string;
        };
        /** @description Entries to add to and remove from the outbound allow list. */
        EgressChange: {
            /** @description Entries to add, at most 50: `host:port`, an address or a CIDR range. */
            add?: string[];
            /** @description Entries to remove, at most 50. */
            remove?: string[];
        };
        /** @description An address in the header of an email. */
        EmailAddress: {
            /** @description The email address. */
            address: string;
            /** @description Display name. Empty if there is none. */
            name: string;
        };
        /** @description How to send a message as an email. */
        EmailContent: {
            /** @description Subject. Without it, the email has the subject of the conversation with `Re:`. */
            subject?: string;
            /** @description Recipients in `To`, at least one. */
            to: components["schemas"]["NewEmailRecipient"][];
            /** @description Recipients in `Cc`. */
            cc?: components["schemas"]["NewEmailRecipient"][];
            /** @description Recipients whom the others do not see. */
            bcc?: components["schemas"]["NewEmailRecipient"][];
            /** @description Sequence number of the message to quote below the text. */
            quotes?: number;
            /** @description Sequence numbers of messages whose files to attach. */
            attach?: number[];
            /**
             * @description `markdown`: the text has the marks for bold, italic and links, and lines that begin with `- ` are a list. Without it, the text is sent as it is.
             * @enum {string}
             */
            format?: "markdown";
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
        /** @description An address of an integrator that receives requests, with its queue. */
        Endpoint: {
            /** @description Id of the endpoint. */
            id: number;
            /** @description What the endpoint belongs to. */
            kind: components["schemas"]["EndpointKind"];
            /** @description Name of the channel, bot or webhook, or its URL. */
            name: string;
            /** @description Id of the channel, bot or webhook. */
            owner_id: number;
            /** @description URL that is called. */
            url: string;
            /**
             * @description `on`: requests are sent. `paused`: deliveries wait. `off`: nothing is sent, and pending deliveries became dead.
             * @enum {string}
             */
            state: "on" | "paused" | "off";
            /** @description Why the endpoint is off: `gone` (it returned 410), `failing` (no success for 120 hours) or `disabled` (in the settings). Null unless it is off. */
            reason: ("gone" | "failing" | "disabled") | null;
            /** @description Time since which it is paused or off. Null if it is on. */
            since: string | null;
            /** @description Deliveries that are pending. */
            queue: {
                /** @description Number of pending deliveries. */
                pending: number;
                /** @description Creation time of the oldest. Null if there is none. */
                oldest_at: string | null;
                /** @description Time of the next retry. Null if none is planned. */
                next_at: string | null;
            };
            /** @description Chats whose next request waits because all parallel requests of the endpoint are in use. */
            waiting: {
                /** @description Number of chats that wait. */
                lanes: number;
                /** @description Time since which the first one waits. Null if none waits. */
                oldest_at: string | null;
            };
            /** @description Time of the latest successful attempt. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed attempt. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time of the first failure since the latest success. Null if the latest attempt succeeded. */
            failing_since: string | null;
            /** @description The newest 25 attempts. */
            recent: {
                /** @description How many of them have a known outcome. */
                attempts: number;
                /** @description How many of these failed. */
                failed: number;
            };
            /** @description Last four characters of the signing secret. */
            secret_hint: string;
            /** @description Time when the signing secret was created. Null if unknown. */
            secret_created_at: string | null;
            /** @description Time until which requests are also signed with the previous secret. Null if there is none. */
            previous_secret_until: string | null;
            /** @description Time of the latest signed request. Null if there was none. */
            last_used_at: string | null;
        };
        /**
         * @description What an endpoint belongs to.
         * @enum {string}
         */
        EndpointKind: "channel" | "bot" | "webhook";
        /** @description A page of endpoints, in ascending order of their ids. */
        Endpoints: {
            /** @description The endpoints of this page, in ascending order of their ids. */
            items: components["schemas"]["Endpoint"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description The erasure of a visitor. */
        Erasure: {
            /** @description Id of the erasure. */
            id: number;
            /** @description Number of the erased visitor. */
            number: number;
            /** @description Operator who ordered it. Null if the operator no longer exists. */
            by: components["schemas"]["NamedRef"] | null;
            /** @description Time when it was ordered. */
            requested_at: string;
            /** @description Time when it was complete. Null while it is running. */
            done_at: string | null;
            /** @description Number of deleted items, by kind, such as `messages`, `files` or `visits`. */
            counts: {
                [key: string]: number;
            };
            /** @description External endpoints that received data of the visitor. Their owners must delete it too. */
            received: {
                /** @description Id of the endpoint. */
                endpoint_id: number;
                /** @description What the endpoint belongs to. */
                kind: string;
                /** @description Name of the endpoint. Null if it no longer exists. */
                name: string | null;
                /** @description URL of the endpoint. */
                url: string;
                /** @description Number of requests with data of the visitor. */
                count: number;
                /** @description Time of the first such request. */
                first_at: string;
                /** @description Time of the latest such request. */
                last_at: string;
            }[];
        };
        /** @description A page of erasures, newest first. */
        Erasures: {
            /** @description The erasures of this page, newest first. */
            items: components["schemas"]["Erasure"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description An error or a note about a response. */
        ErrorDetail: {
            /** @description Code for programs. */
            code: string;
            /** @description Text for people. */
            message: string;
        };
        /** @description Events after a cursor. */
        Events: {
            /** @description Identity of the sequence of positions. It changes after the database was restored. */
            epoch: string;
            /** @description Events, in order. Each event contains the whole object, so you can process it twice. */
            events: components["schemas"]["FeedEvent"][];
            /** @description Value of `after` for the next request. */
            cursor: string;
            /** @description Whether there are further events already. */
            more: boolean;
        };
        /** @description Name and last day of an exception of working hours. */
        ExceptionDetails: {
            /** @description Name, such as Christmas, 1 to 80 characters. */
            name?: string;
            /** @description Last day, such as `2027-01-02`. An exception has at most 366 days, and two exceptions cannot share a day. Absent: one day. */
            until?: string;
        };
        /** @description A part of an excerpt. */
        ExcerptPiece: {
            /** @description Plain text, never markup. */
            text: string;
            /** @description Whether this part matches the query. */
            hit: boolean;
        };
        /** @description The export can start. */
        ExportReady: {
            /**
             * @description Always true. If you must confirm your identity first, the response is 403 `confirmation_needed`.
             * @enum {boolean}
             */
            ready: true;
        };
        /** @description A quick reply in an exported file. */
        ExportedReply: {
            /** @description Who can use it. */
            scope: components["schemas"]["ReplyScope"];
            /** @description Name of the department. Empty if there is none. */
            department: string;
            /** @description Folder. Empty means none. */
            folder: string;
            /** @description What operators type after the slash. */
            shortcut: string;
            /** @description Language of the text. Empty means any. */
            language: string;
            /** @description Text with its variables. */
            text: string;
        };
        /** @description Why a call failed. */
        FailCall: {
            /**
             * @description `no_answer_client`: the visitor did not answer. `busy`, `wrong_number` or `cancelled`.
             * @enum {unknown}
             */
            reason: "no_answer_client" | "busy" | "wrong_number" | "cancelled";
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
        /** @description An event of the account. */
        FeedEvent: {
            /**
             * @description Always `event`.
             * @enum {string}
             */
            type: "event";
            /** @description Position in the journal of the account. Gaps are events that you may not see. */
            position: number;
            /**
             * Format: date-time
             * @description Time of the event.
             */
            at: string;
            /** @description Name of the event, such as `message_created`. Ignore names that you do not know. */
            name: string;
            /** @description Id of the chat. Absent if the event belongs to none. */
            chat_id?: number;
            /** @description The changed object, complete. */
            data: {
                [key: string]: unknown;
            };
        };
        /**
         * @description Whether a form has a field, and whether it is required.
         * @enum {string}
         */
        FieldMode: "off" | "optional" | "required";
        /** @description Result of one check. */
        Finding: {
            /**
             * @description The check.
             * @enum {string}
             */
            check: "database" | "nodes" | "redis" | "disk" | "sockets" | "clock" | "deliveries" | "connectors" | "audit" | "keys" | "backups" | "mail" | "storage" | "scanner" | "tls" | "origins" | "egress";
            /**
             * @description `good`, `warning` (may stop working) or `fault` (does not work).
             * @enum {string}
             */
            state: "good" | "warning" | "fault";
            /**
             * @description What was found. Codes start with the name of the check.
             * @enum {string}
             */
            code: "disk_good" | "disk_low" | "disk_full" | "disk_closed" | "disk_unseen" | "database_good" | "database_away" | "database_silent" | "database_closed" | "database_full" | "database_read_only" | "database_unwritable" | "database_old" | "database_unsafe" | "database_roles" | "database_crowded" | "database_standby" | "database_pool" | "database_backfill" | "database_replica_good" | "database_replica_behind" | "database_replica_away" | "database_replica_foreign" | "nodes_good" | "nodes_several" | "redis_off" | "redis_good" | "redis_partly" | "redis_away" | "redis_old" | "sockets_good" | "sockets_none" | "clock_good" | "clock_apart" | "clock_ahead" | "deliveries_good" | "deliveries_wait" | "connectors_none" | "connectors_good" | "connectors_failing" | "audit_good" | "audit_broken" | "audit_broken_installation" | "audit_late" | "keys_good" | "keys_ending" | "backups_good" | "backups_old" | "backups_none" | "backups_failed" | "backups_missed" | "mail_off" | "mail_good" | "mail_unreachable" | "storage_disk" | "storage_good" | "storage_unreachable" | "scanner_off" | "scanner_good" | "scanner_unreachable" | "tls_good" | "tls_local" | "tls_none" | "tls_ending" | "tls_untrusted" | "origins_good" | "origins_shared" | "egress_good" | "egress_proxy" | "egress_nameless";
            /** @description Values that occur in `message` and `advice`, by name. */
            values: {
                [key: string]: string | number;
            };
            /** @description What was found, as an English sentence. */
            message: string;
            /** @description What to do, in English. Null if nothing. */
            advice: string | null;
        };
        /** @description A sign-in that ended. */
        FinishedMailSignIn: {
            /** @description Provider of the mailbox. */
            provider: components["schemas"]["OAuthProvider"];
            /** @description The channel that signs in again. Null: a new channel. */
            channel_id: number | null;
            /** @description The text that was given at the start. */
            draft: string;
            /** @description Value of `oauth.grant` in the settings of a channel of this operator. It is no secret, and expires after a day if no channel has it. Null: the sign-in failed. */
            grant: string | null;
            /** @description Why the sign-in failed, in the words of the provider. Null: it succeeded. */
            problem: components["schemas"]["ConnectionNotice"] | null;
        };
        /** @description What is known about the address of a new channel. */
        FoundConnection: {
            /** @description How the settings were found: `provider` (a known one), `autoconfig` (a file of the domain) or `dns` (service records). Null: they were not found. */
            source: "provider" | "autoconfig" | "dns" | null;
            /** @description Name of a known provider, for example `fastmail`. Null: another server. */
            provider: string | null;
            /** @description A part of `settings` of a new channel. The fields depend on the kind. */
            settings: {
                [key: string]: unknown;
            };
            /** @description Whether the account must prove the address before the channel receives by SMTP or sends by the mail server of the installation. */
            needs_proof: boolean;
            /** @description Whether this installation receives by SMTP. */
            has_receiver: boolean;
            /** @description Whether this installation has a mail server to send with. */
            has_mail_server: boolean;
            /** @description Providers at which people can sign in to a mailbox. */
            sign_ins: {
                /** @description Provider of mailboxes. */
                provider: components["schemas"]["OAuthProvider"];
                /** @description Name of the provider. */
                name: string;
            }[];
        };
        /** @description What is done before visitors can write. */
        GetStarted: {
            /** @description Whether the account has any chat. */
            has_chats: boolean;
            /** @description The widget that a page loaded last, otherwise the oldest one that is on. Null if no widget is on. */
            widget: {
                /** @description Id of the widget's channel. */
                channel_id: number;
                /** @description Id of the widget in the code on the page. */
                public_id: string;
                /** @description Latest page of an allowed site that loaded the widget. Null if there is none. */
                seen: components["schemas"]["DetectedSite"] | null;
                /** @description Latest page of a site that is not in the list of allowed sites. Null if there is none. */
                elsewhere: components["schemas"]["DetectedSite"] | null;
            } | null;
            /** @description Another operator. Null if there is none. */
            colleague: {
                /** @description Id of the operator. */
                operator_id: number;
                /** @description Name of the operator. */
                name: string;
                /** @description Email address of the operator. */
                email: string;
                /** @description Whether they have accepted the invitation. */
                has_accepted: boolean;
                /** @description Whether they answer at least one channel. */
                has_channel: boolean;
            } | null;
            /** @description Working hours. Null until they are saved for the first time. */
            hours: {
                /** @description Time zone of the working hours. */
                timezone: string | null;
                /** @description Open hours of each weekday. */
                week: components["schemas"]["Week"];
            } | null;
            /** @description The installation's mail server. Null if none is set. Absent unless you may manage the installation. */
            email?: {
                /** @description Sender address of the emails. */
                from: string;
                /** @description Whether an email was sent, or a test of the saved server succeeded. */
                works: boolean;
            } | null;
            /** @description Latest backup. Null if there is none. Absent unless you may manage the installation. */
            backup?: {
                /** @description Time of the backup. */
                created_at: string;
                /** @description Size in bytes. Null if unknown. */
                bytes: number | null;
            } | null;
        };
        /** @description Access to grant to an application. */
        GrantAccess: {
            /** @description The request, as the application sent it. */
            request: components["schemas"]["AuthorizationRequest"];
            /** @description Scopes to grant: all requested ones, or fewer. */
            scopes: string[];
        };
        /** @description Health of the installation, as the node that answers sees it. */
        Health: {
            /**
             * @description The worst state of all checks.
             * @enum {string}
             */
            state: "good" | "warning" | "fault";
            /** @description Results of all checks. */
            checks: components["schemas"]["Finding"][];
            /** @description Time of the checks. */
            checked_at: string;
            /** @description Version of Parlour. */
            version: string;
            /** @description Time when the server process started. */
            started_at: string;
            /** @description Version of Node.js. */
            node_version: string;
            /** @description Version of PostgreSQL. Null if the database does not respond. */
            database_version: string | null;
            /** @description Storage of the installation. */
            storage: {
                /** @description Size of the database in bytes. Null if the database does not respond. */
                database_bytes: number | null;
                /** @description Number and size of the stored files. Null if the database does not respond. */
                files: {
                    /** @description Number of files. */
                    count: number;
                    /** @description Size of all files in bytes. */
                    bytes: number;
                } | null;
                /**
                 * @description Where new files are stored.
                 * @enum {string}
                 */
                kind: "disk" | "s3";
                /** @description Free bytes in the file system of `DATA_DIR`. Null if unknown. */
                free_bytes: number | null;
            };
            /** @description The newest known backup. Null if there is none. */
            backup: {
                /** @description Time of the backup. */
                created_at: string;
                /** @description Folder of the backup. */
                folder: string;
                /** @description Whether the backup still exists. */
                is_there: boolean;
                /** @description For each account, the position in the journal up to which the backup is complete. */
                accounts: {
                    /** @description Id of the account. */
                    id: number;
                    /** @description Name of the account. */
                    name: string;
                    /** @description Position in the journal up to which the backup is complete. */
                    position: number;
                }[];
            } | null;
            /** @description Outgoing email server. Null if email is not set up. */
            mail: {
                /** @description Host name or IP address of the email server. */
                host: string;
                /** @description Port of the email server. */
                port: number;
                /** @description Sender of emails. */
                from: string;
            } | null;
            /** @description All running nodes, in the order of their start. */
            nodes: components["schemas"]["NodeHealth"][];
        };
        /** @description The secret with which your site signs the identity of its visitors. */
        IdentitySecret: {
            /** @description The secret. Returned only once. */
            identity_secret: string;
        };
        /** @description An email that became no chat. */
        IgnoredEmail: {
            /** @description Id of the email. */
            id: number;
            /** @description Channel that received the email. */
            channel: components["schemas"]["NamedRef"];
            /**
             * @description Why it became no chat. More reasons may be added.
             * @enum {string}
             */
            reason: "newsletter" | "automatic_mail" | "automatic_reply" | "unknown_report" | "no_failure" | "mail_loop" | "not_accepted";
            /** @description Address of the sender, as the email claims. Empty if it names none. */
            from: string;
            /** @description Name of the sender, as the email claims. Empty if it names none. */
            name: string;
            /** @description Subject. */
            subject: string;
            /** @description Beginning of the text. */
            text: string;
            /** @description Time when the email was received. */
            received_at: string;
            /** @description Id of the chat that an operator started from the email. Null if there is none. */
            chat_id: number | null;
        };
        /** @description The chat that an email started or joined. */
        IgnoredEmailChat: {
            /** @description Id of the chat. */
            chat_id: number;
        };
        /** @description A page of ignored emails. */
        IgnoredEmails: {
            /** @description The emails. */
            items: components["schemas"]["IgnoredEmail"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description Number of all ignored emails. */
            total: number;
        };
        /**
         * @description Why a field of a response was ignored.
         * @enum {string}
         */
        IgnoredReason: "unknown_field" | "wrong_type" | "unusable_link" | "too_many" | "url_missing" | "result_not_ok" | "event_takes_no_data" | "chat_ended" | "earlier_webhook" | "body_not_read" | "answer_in_reply" | "status_decides" | "error_decides" | "code_hides_text";
        /** @description A file with quick replies. A reply with the same scope, shortcut and language is changed, others are added, none is deleted. */
        ImportReplies: {
            /** @description Format of `content`. */
            format: components["schemas"]["ReplyFormat"];
            /** @description Content of the file, at most 200,000 characters. */
            content: string;
            /** @description Whether to only check the file. Nothing is stored, and the response lists all errors. Default: false. */
            dry_run?: boolean;
        };
        /** @description Result of an import. */
        ImportedReplies: {
            /** @description Quick replies that were added. */
            added: number;
            /** @description Quick replies that were changed. */
            changed: number;
            /** @description Quick replies that were already the same. */
            same: number;
            /** @description Errors in the file. Only for a dry run. */
            faults: {
                /** @description Line of a CSV file, or number of the entry in a JSON file, starting with 1. */
                line: number;
                /** @description Name of the wrong field. Null if the error concerns none. */
                field: string | null;
                /**
                 * @description Code for programs.
                 * @enum {unknown}
                 */
                code: "file" | "column" | "cells" | "form" | "variable" | "department" | "repeated" | "forbidden" | "managed";
                /** @description Name or line that the code refers to. Null if there is none. */
                detail: string | null;
                /** @description Text for people, in English. */
                message: string;
            }[];
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
            /** @description What it belongs to. */
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
        /** @description Recent requests, oldest first. */
        InspectedRequests: {
            /** @description The requests. */
            items: components["schemas"]["InspectedRequest"][];
            /** @description Always null. Page by `after`. */
            next_cursor: null;
            /** @description Running nodes that did not respond in time. Repeat the request to get their requests. */
            missing_nodes: number;
        };
        /** @description Settings of the installation. */
        Instance: {
            /** @description Non-public addresses that Parlour may call, as `host:port`, an address or a CIDR range. */
            egress_allow: string[];
            /** @description Limits that differ from their defaults, by name. */
            limits: {
                [key: string]: number;
            };
            /** @description Whom operators can contact for help. Null if there is nobody. */
            support_contact: string | null;
            /** @description Whether an account that requests a bot provider gets it immediately. */
            bot_self_service: boolean;
        };
        /** @description Changes of the installation settings. Absent fields stay unchanged. */
        InstancePatch: {
            /** @description Non-public addresses that Parlour may call, at most 200. They replace the present ones. */
            egress_allow?: string[];
            /** @description Limits to change, by name. Null restores the default. */
            limits?: {
                [key: string]: number | null;
            };
            /** @description Whom operators can contact for help, at most 300 characters. Null removes it. */
            support_contact?: string | null;
            /** @description Whether an account that requests a bot provider gets it immediately. */
            bot_self_service?: boolean;
        };
        /**
         * @description Language of the operator application and of emails to operators.
         * @enum {string}
         */
        InterfaceLanguage: "en" | "ru";
        /** @description The operator whose password was set. */
        InvitationAccepted: {
            /** @description Email address for signing in. */
            email: string;
        };
        /** @description The operator to invite. */
        InviteOperatorBody: {
            /** @description Operator to invite. */
            operator_id: number;
            /** @description Comment that only operators see, at most 1,000 characters. */
            comment?: string | null;
        };
        /** @description An invitation to a visitor who is on the site. */
        InviteVisitor: {
            /** @description Text that the visitor sees, at most 500 characters. */
            text: string;
            /** @description Department of the chat that the visitor starts with it. Default: none. */
            department_id?: number | null;
        };
        /** @description The latest failed attempt at an endpoint. */
        LastFailure: {
            /** @description Time of the attempt. */
            at: string;
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["Outcome"];
            /** @description HTTP status. Null if there was no response. */
            status: number | null;
        };
        /** @description The chat of a visitor with the latest activity. */
        LatestChat: {
            /** @description Id of the chat. */
            id: number;
            /** @description State of the chat. */
            state: components["schemas"]["ChatState"];
            /** @description Operator to whom the chat is assigned. Null if none. */
            assignee: components["schemas"]["NamedRef"] | null;
            /** @description Channel of the chat. */
            channel: components["schemas"]["ChatChannel"];
            /** @description Page that the visitor had open last. Null if unknown. */
            page: components["schemas"]["VisitedPage"] | null;
            /** @description Origin of the visit. Null if unknown. */
            session: components["schemas"]["VisitSource"] | null;
        };
        /** @description Outgoing email server. */
        Mail: {
            /** @description Host name or IP address. */
            host: string;
            /** @description Port. */
            port: number;
            /**
             * @description `starttls`, `implicit` (TLS from the start) or `none`.
             * @enum {string}
             */
            tls: "starttls" | "implicit" | "none";
            /** @description User name. Null if the server needs none. */
            user: string | null;
            /** @description Whether a password is stored. */
            has_password: boolean;
            /** @description Sender of emails: an address, or a name with an address. */
            from: string;
        };
        /** @description Emails that you get. */
        MailPreferences: {
            /** @description Whether the installation can send email. */
            available: boolean;
            /** @description Emails about offline messages. Default: true. */
            offline: boolean;
            /** @description Emails about waiting chats. Default: true. */
            missed: boolean;
            /** @description Reminders of chats that still wait, for owners and administrators. Default: false. */
            reminders: boolean;
            /** @description Emails about failing endpoints, for owners, administrators and developers. Default: true. */
            faults: boolean;
        };
        /** @description Emails that you want to get. */
        MailPreferencesPatch: {
            /** @description Emails about offline messages. */
            offline: boolean;
            /** @description Emails about waiting chats. */
            missed: boolean;
            /** @description Reminders of chats that still wait, for owners and administrators. If absent, unchanged. */
            reminders?: boolean;
            /** @description Emails about failing endpoints, for owners, administrators and developers. If absent, unchanged. */
            faults?: boolean;
        };
        /** @description The answer of the provider. */
        MailSignInQuery: {
            /** @description Query of the address to which the provider sent the browser back. */
            query: string;
        };
        /** @description Outgoing email server of the installation. */
        MailState: {
            /** @description The server. Null if email is not set up. */
            mail: components["schemas"]["Mail"] | null;
            /** @description Whether the provisioning file sets it. */
            managed: boolean;
        };
        /** @description Settings for a test email. */
        MailTest: {
            /** @description Settings to test. Default: the stored ones. */
            mail?: components["schemas"]["NewMail"];
        };
        /** @description Result of a test email. */
        MailTestResult: {
            /** @description Whether the server accepted the email. */
            ok: boolean;
            /**
             * @description Step that failed, or `sent`.
             * @enum {string}
             */
            step: "dns" | "connect" | "greeting" | "tls" | "sign_in" | "sender" | "recipient" | "message" | "sent";
            /** @description What happened and what to do, in English. */
            message: string;
            /** @description Response of the email server. Null if there was none. */
            reply: string | null;
            /** @description Address to which the email was sent. */
            to: string;
            /** @description Duration in milliseconds. */
            duration_ms: number;
        };
        /** @description What to do with your notice in a chat. */
        MarkNotice: {
            /**
             * @description `opened`: you have seen the chat. `dismissed`: remove the notice.
             * @enum {unknown}
             */
            state: "opened" | "dismissed";
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
        /** @description Changes of your profile. Absent fields stay unchanged. */
        MePatch: {
            /** @description Name that visitors and operators see. */
            name?: string;
            /** @description Language of emails to you. */
            language?: components["schemas"]["InterfaceLanguage"];
            /** @description New password, 12 to 256 characters. Ends your other sessions. */
            password?: string;
            /** @description Current password. Required with `password`. */
            old_password?: string;
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
        /**
         * @description How files are sent to the endpoint of a channel. `media objects`: with the fields of the file. `text with link`: as one text message with the name and URL of the file.
         * @enum {string}
         */
        MediaFormat: "media objects" | "text with link";
        /** @description An unread internal note that mentions you. */
        Mention: {
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Sequence number of the note. */
            seq: number;
            /** @description Time of the note. */
            at: string;
        };
        /** @description Unread internal notes that mention you. */
        Mentions: {
            /** @description The notes of this page, newest first. */
            items: components["schemas"]["Mention"][];
            /** @description Always null. */
            next_cursor: string | null;
        };
        /** @description A message, an internal note or a system message of a chat. */
        Message: {
            /** @description Sequence number in the chat: 1, 2, 3 and so on, without gaps. */
            seq: number;
            /** @description Id of the message. */
            id: number;
            /** @description Id of the chat. */
            chat_id: number;
            /** @description Who wrote the message. */
            author: components["schemas"]["Author"];
            /** @description Kind of the message. System messages have the kind `text` and a `line`. */
            kind: components["schemas"]["MessageKind"];
            /** @description Text of the message. For media, the comment. For a system message, the English text. Masked if you may not read message texts. */
            text: string;
            /** @description Present if the text was longer than the limit and was cut. */
            cut?: boolean;
            /** @description The file or location. Only for `media`. */
            media?: components["schemas"]["Media"];
            /** @description What the external service said about the message. Only on channels of external services. */
            origin?: components["schemas"]["MessageOrigin"];
            /** @description What the message of the visitor answers, is about or reacted to. Absent if nothing is known. */
            refers_to?: components["schemas"]["MessageReference"];
            /** @description Subject and recipients, if an operator's message is sent as an email. */
            email?: components["schemas"]["MessageEmail"];
            /** @description Template with which the message was sent. Absent for other messages. */
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
            /** @description Data of a system message, so that you can show it in any language. Absent for other messages. */
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
            /** @description State of the delivery to the channel. Absent if the message is not delivered to one. */
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
        /** @description A page of messages, oldest first. */
        Messages: {
            /** @description The messages of this page, oldest first. */
            items: components["schemas"]["Message"][];
            /** @description Always null. */
            next_cursor: string | null;
        };
        /** @description Your second factors. */
        MySecurity: {
            /** @description Time from which the account requires a second factor. Null if it is optional. */
            required_from: string | null;
            /** @description Whether this session can only set up a second factor. */
            limited: boolean;
            /** @description Whether you have a password. */
            has_password: boolean;
            /** @description Whether you have an authenticator app. */
            totp: boolean;
            /** @description Number of unused recovery codes. */
            recovery_codes: number;
            /** @description Your passkeys. */
            passkeys: {
                /** @description Id of the passkey. */
                id: number;
                /** @description Name of the passkey. */
                name: string;
                /** @description Time when it was added. */
                created_at: string;
                /** @description Time when it was last used. Null if never. */
                last_used_at: string | null;
            }[];
        };
        /** @description Reference to an object. */
        NamedRef: {
            /** @description Id of the object. */
            id: number;
            /** @description Name of the object. */
            name: string;
        };
        /** @description A new account with its first owner. */
        NewAccount: {
            /** @description Name of the account, 1 to 100 characters. */
            name: string;
            /** @description The first owner. */
            owner: {
                /** @description Name of the owner. */
                name: string;
                /** @description Email address for signing in. */
                email: string;
                /** @description Password, 12 to 256 characters. If absent, the response contains an invitation link. */
                password?: string;
            };
        };
        /** @description A new API key. */
        NewApiKey: {
            /** @description Display name, 1 to 100 characters. */
            name: string;
            /** @description Operator that the key acts for. Default: you. */
            operator_id?: number;
            /** @description What the key may do, within the permissions of its operator: `*`, `*.read`, or names of permissions. `*` does not include `mcp.send`. Default: `*`, or the scopes of the key that creates it. */
            scopes?: string[];
            /** @description Time after which the key is refused (RFC 3339), at least one minute and at most ten years from now. Null (default): it does not expire. */
            expires_at?: string | null;
        };
        /** @description A new block list entry. */
        NewBlockListEntry: {
            /** @description What the entry compares. */
            kind: components["schemas"]["BlockListKind"];
            /** @description Value to block: for `visitor` the visitor number, for `country` the ISO 3166-1 alpha-2 code, for `range` a CIDR range. */
            value: string;
            /** @description Channel in which the customer id is valid. Only for `customer`, and required there. */
            channel_id?: number;
            /** @description Time when the entry ends. Null (default) means never. */
            until?: string | null;
            /** @description Reason, for operators only, at most 300 characters. Default: none. */
            reason?: string | null;
        };
        /** @description A new bot. */
        NewBot: {
            /** @description Id of an active provider that the account may use. Absent: your own bot. Its provider is created with it, with an id made from `name`; `name` and `endpoint_url` are then required. */
            provider_id?: string;
            /** @description Token that the provider generated: 1 to 255 printable ASCII characters. Use at least 22, so that it cannot be guessed. Required with `provider_id`. Your own bot gets a new token by default. */
            token?: string;
            /** @description Name that visitors and operators see. Default: name of the provider. */
            name?: string;
            /** @description URL to which events are posted. Default: the provider's. Required if the provider has none. */
            endpoint_url?: string;
            /** @description URL of the picture. Default: none. */
            photo?: string | null;
            /** @description Whether the bot is on. Default: true. */
            enabled?: boolean;
            /** @description Ids of the channels whose new chats go to the bot. Null (default) means all. */
            channels?: number[] | null;
            /** @description Seconds to wait for an operator after the bot invited operators: 10 to 600, default 60. */
            invite_wait_s?: number;
            /** @description Seconds that a visitor waits for the bot's answer before the chat goes to operators. 0 (default) means never. */
            silent_s?: number;
            /** @description Whether the event `CHAT_CLOSED` is sent. Default: false. */
            sends_chat_closed?: boolean;
            /** @description Whether a message in which the customer typed the number of a button has the text of the button. Default: false (BOT-094). */
            sends_button_text?: boolean;
            /** @description Whether an answer that the bot posts completes the delivery of the message that it answers, even if that request fails. Default: true (BOT-055). */
            answers_settle?: boolean;
            /** @description Whether the token is appended to `endpoint_url`. If false, it is sent only where the URL contains `{token}`. Default: true. */
            append_token?: boolean;
            /** @description OAuth credentials for requests to the bot. Null (default): the token in the URL is the only credential. */
            authorization?: {
                /** @description Token endpoint of the provider. */
                token_url: string;
                /** @description Client id at the token endpoint. */
                client_id: string;
                /** @description Client secret, never returned. */
                client_secret?: string;
                /** @description Scope to request. Null (default) means none. */
                scope?: string | null;
                /** @description Where the token request carries the client secret. Default: `basic`. */
                client_auth?: components["schemas"]["ClientAuth"];
            } | null;
        };
        /** @description A new bot provider, or a request for one. */
        NewBotProvider: {
            /** @description Name of the provider, 1 to 100 characters. */
            name: string;
            /** @description Email address of the contact. */
            contact: string;
            /** @description Default endpoint of the provider's bots. Default: none. */
            endpoint_url?: string;
            /** @description Who may use the provider. Default: `service` for the owner of the installation, who alone may choose it, otherwise `account`. */
            scope?: components["schemas"]["ProviderScope"];
            /** @description Account that may use the provider, for the scope `account`. Only the owner of the installation may set it. Default: their own account. */
            account_id?: number;
        };
        /** @description An outgoing call. */
        NewCall: {
            /** @description Chat whose visitor to call. */
            chat_id: number;
            /** @description Phone number to call. Default: the visitor's number. */
            phone?: string;
        };
        /** @description A new quick reply. */
        NewCannedReply: {
            /** @description Who can use it. */
            scope: components["schemas"]["ReplyScope"];
            /** @description Id of the department. Required for the scope `department`, otherwise null. */
            department_id?: number | null;
            /** @description Folder, at most 100 characters. Default: none. `Orders/Returns` is a folder in a folder. */
            folder?: string;
            /** @description What operators type after the slash: 1 to 50 characters without white space, unique for the same scope and language, ignoring case. */
            shortcut: string;
            /** @description Language of the text, as a BCP 47 tag. Empty (default) means any. */
            language?: string;
            /** @description Text, at most 4,000 characters. It can contain variables, such as `{visitor.name|there}`, with the text after `|` for unknown values. */
            text: string;
        };
        /** @description A new chat API channel. */
        NewChannel: {
            /**
             * @description `api`. Default: `api`.
             * @enum {string}
             */
            kind?: "api";
            /** @description Name that operators see, 1 to 100 characters. */
            name: string;
            /** @description URL to which messages of operators are posted: `http://` or `https://`, at most 2,048 characters. */
            endpoint_url: string;
            /** @description Ids of the operators who answer on this channel, at least one. */
            operators: number[];
            /** @description Whether requests to the endpoint use `Transfer-Encoding: chunked`. Default: false. */
            chunked?: boolean;
            /** @description Whether the public id is appended to `endpoint_url`. Default: true. */
            append_public_id?: boolean;
            /** @description How files are sent to the endpoint: as `media objects` (default), or as `text with link`. */
            media_as?: components["schemas"]["MediaFormat"];
            /** @description Whether an attached bot counts as available in the status of the channel. Default: false. */
            bot_available?: boolean;
            /** @description Whether the channel is on. Default: true. */
            enabled?: boolean;
        };
        /** @description A new channel of an external service. Parlour checks the settings at the service before it stores them. */
        NewConnector: {
            /**
             * @description Kind of the service. It cannot be changed.
             * @enum {string}
             */
            kind: "mail";
            /** @description Name that operators see, 1 to 100 characters. */
            name: string;
            /** @description Ids of the operators who answer on this channel, at least one. */
            operators: number[];
            /** @description Whether the channel is on. Default: true. */
            enabled?: boolean;
            /** @description Settings and secrets of the service. `telegram`: `bot_token`. `whatsapp`: `phone_number_id`, `waba_id`, `access_token`, `app_secret`. `mail`: `address`, `receive`, `send`, and the servers `imap` and `smtp` with their passwords. */
            settings: {
                [key: string]: unknown;
            };
        } | {
            /**
             * @description Kind of the service. It cannot be changed.
             * @enum {string}
             */
            kind: "telegram";
            /** @description Name that operators see, 1 to 100 characters. */
            name: string;
            /** @description Ids of the operators who answer on this channel, at least one. */
            operators: number[];
            /** @description Whether the channel is on. Default: true. */
            enabled?: boolean;
            /** @description Settings and secrets of the service. `telegram`: `bot_token`. `whatsapp`: `phone_number_id`, `waba_id`, `access_token`, `app_secret`. `mail`: `address`, `receive`, `send`, and the servers `imap` and `smtp` with their passwords. */
            settings: {
                [key: string]: unknown;
            };
        } | {
            /**
             * @description Kind of the service. It cannot be changed.
             * @enum {string}
             */
            kind: "whatsapp";
            /** @description Name that operators see, 1 to 100 characters. */
            name: string;
            /** @description Ids of the operators who answer on this channel, at least one. */
            operators: number[];
            /** @description Whether the channel is on. Default: true. */
            enabled?: boolean;
            /** @description Settings and secrets of the service. `telegram`: `bot_token`. `whatsapp`: `phone_number_id`, `waba_id`, `access_token`, `app_secret`. `mail`: `address`, `receive`, `send`, and the servers `imap` and `smtp` with their passwords. */
            settings: {
                [key: string]: unknown;
            };
        };
        /** @description A new department. */
        NewDepartment: {
            /** @description Name, 1 to 100 characters, unique in the account, ignoring case. */
            name: string;
            /** @description Ids of the operators. Default: none. */
            operators?: number[];
            /** @description Working hours of the department. Null (default) means those of the account. */
            working_hours?: components["schemas"]["WorkingHours"] | null;
        };
        /** @description An email that starts a chat. */
        NewEmail: {
            /** @description Id of the mail channel that sends the email. */
            channel_id: number;
            /** @description Subject and recipients of the email. */
            email: {
                /** @description Subject. Without it, the email has the name of the sender as its subject. */
                subject?: string;
                /** @description Recipients in `To`, at least one. The chat belongs to the first one. */
                to: components["schemas"]["NewEmailRecipient"][];
                /** @description Recipients in `Cc`. */
                cc?: components["schemas"]["NewEmailRecipient"][];
                /** @description Recipients whom the others do not see. */
                bcc?: components["schemas"]["NewEmailRecipient"][];
            };
            /** @description Text of the email. */
            text: string;
            /** @description Ids of uploads that are sent with the email, at most 10. Each one becomes a message of its own. */
            upload_ids?: number[];
        };
        /** @description A recipient of the email to send. */
        NewEmailRecipient: {
            /** @description The email address. */
            address: string;
            /** @description Display name. Optional. */
            name?: string;
        };
        /** @description Outgoing email server. */
        NewMail: {
            /** @description Host name or IP address, without port. */
            host: string;
            /** @description Port, 1 to 65535. */
            port: number;
            /**
             * @description `starttls`, `implicit` (TLS from the start) or `none`.
             * @enum {string}
             */
            tls: "starttls" | "implicit" | "none";
            /** @description User name. Null (default) if the server needs none. */
            user?: string | null;
            /** @description Password, never returned. If absent, the stored password is kept while host, port, TLS mode and user stay the same. Null or empty removes it. */
            password?: string | null;
            /** @description Sender of emails, such as `Shop <chat@shop.example>`. */
            from: string;
        };
        /** @description A sign-in to a mailbox. */
        NewMailSignIn: {
            /** @description Provider of the mailbox. */
            provider: components["schemas"]["OAuthProvider"];
            /** @description Address that the page of the provider suggests. */
            address?: string;
            /** @description The channel that signs in again. Absent: a new channel. */
            channel_id?: number;
            /** @description Text that the result returns, at most 8,000 characters. It must contain no secrets. */
            draft?: string;
        };
        /** @description A message to send. `text` and `note` need `text`; `file` needs `upload_id`; `template` needs `template`. */
        NewMessage: {
            /**
             * @description `text`: to the visitor. `note`: an internal note. `file`: an uploaded file. `template`: a template of the channel, which is accepted at any time.
             * @enum {string}
             */
            kind: "text" | "note" | "file" | "template";
            /** @description Text, at most 50,000 characters in an email and 4,000 elsewhere. For `file`, an optional comment. A text longer than the channel's limit is cut when it is sent. */
            text?: string;
            /** @description Id of an upload of yours that no other chat uses. Only for `file`. */
            upload_id?: number;
            /** @description The template to send, with a value for each of its parameters. Only for `template`. */
            template?: {
                /** @description Name of the template, from `GET /channels/{id}/templates`. */
                name: string;
                /** @description Language of the template, from the same list. */
                language: string;
                /** @description Values by parameter name, without line breaks. */
                parameters: {
                    [key: string]: string;
                };
            };
            /** @description Whether the audio was recorded for this message. Only for audio and video files. */
            voice?: boolean;
            /** @description Length in seconds. Only for audio and video files. */
            duration?: number;
            /** @description Subject and recipients, for a mail channel. Without it, the email goes to the visitor. */
            email?: components["schemas"]["EmailContent"];
            /** @description Ids of operators to mention, at most 20. They must be able to see the chat and to read and write in it. Only for `note`. */
            mentions?: number[];
            /** @description A text of your choice, 1 to 64 visible ASCII characters. A repeated request with the same value returns the first message instead of sending again. */
            client_id: string;
        };
        /** @description The client at a provider of mailboxes. */
        NewOAuthClient: {
            /** @description Client id at the provider. */
            client_id: string;
            /** @description Client secret, never returned. Null if the client has none. If absent, the stored one is kept while client id and token endpoint stay the same. */
            client_secret?: string | null;
            /** @description Directory at Microsoft. Null (default): every directory, and personal accounts. */
            tenant?: string | null;
            /** @description Name and endpoints. Required for the provider `own`, and only there. */
            own?: components["schemas"]["OwnOAuthProvider"] | null;
        };
        /** @description A new OpenID Connect provider. */
        NewOidcProvider: {
            /** @description Name on the sign-in page, 1 to 60 characters. */
            name: string;
            /** @description URL of the issuer. */
            issuer: string;
            /** @description Client id at the provider. */
            client_id: string;
            /** @description Client secret, never returned. Null (default) if the provider needs none. */
            client_secret?: string | null;
            /** @description Email domains that may sign in with the provider, at most 100. Empty (default) means any. */
            domains?: string[];
            /** @description Role of operators who sign in for the first time. Null (default): only known operators may sign in. */
            role?: "admin" | "developer" | "operator" | "viewer" | null;
            /** @description Account of such new operators. Required with `role`. */
            account_id?: number | null;
        };
        /** @description A new operator. */
        NewOperator: {
            /** @description Name that visitors and operators see, 1 to 100 characters. */
            name: string;
            /** @description Email address for signing in. */
            email: string;
            /** @description Role in the account. You can give only roles whose permissions you have. */
            role: components["schemas"]["Role"];
            /** @description Phone number. Default: none. */
            phone?: string | null;
            /** @description Public URL of a picture. Default: none. */
            photo?: string | null;
            /** @description Maximum number of parallel chats, 0 to 1,000. Default: 0, which means no limit. */
            chat_limit?: number;
            /** @description Ids of the departments. Default: none. */
            departments?: number[];
            /** @description Channels whose chats the operator answers: `all` or a list of ids. Default: `all`. */
            channels?: components["schemas"]["OperatorChannels"];
            /** @description Password, 12 to 256 characters. If absent, the response contains an invitation link. */
            password?: string;
        };
        /** @description A new passkey. */
        NewPasskey: {
            /** @description Result of `navigator.credentials.create()`. */
            credential: components["schemas"]["PasskeyAttestation"];
            /** @description Name of the passkey, 1 to 100 characters. */
            name: string;
        };
        /** @description Result of `PushManager.subscribe()`, with a name. */
        NewPushDevice: {
            /** @description URL of the push service, https. */
            endpoint: string;
            /** @description Keys of the subscription. */
            keys: {
                /** @description Public key, base64url. */
                p256dh: string;
                /** @description Authentication secret, base64url. */
                auth: string;
            };
            /** @description Name of the device, 1 to 100 characters. */
            name: string;
            /** @description Language of the notifications. Default: `en`. */
            language?: components["schemas"]["InterfaceLanguage"];
            /** @description Whether notifications contain the visitor's text. Default: false. */
            show_text?: boolean;
            /** @description Quiet hours. Null (default) means none. */
            quiet?: components["schemas"]["QuietHours"] | null;
        };
        /** @description A tag. */
        NewTag: {
            /** @description Name, 1 to 50 characters, unique in the account, ignoring case. */
            name: string;
        };
        /** @description A new trigger. */
        NewTrigger: {
            /** @description Name, 1 to 100 characters, unique in the account, ignoring case. */
            name: string;
            /** @description Actions to run, 1 to 5. */
            do: Record<string, never>[];
            /** @description Whether the trigger runs. Default: true. */
            enabled?: boolean;
            /** @description How often it runs for a visitor. Default: `session`. */
            once?: components["schemas"]["TriggerFrequency"];
            /** @description Condition `{"type", "op"?, "value"?}`, or a group `{"all": […]}`, `{"any": […]}` or `{"not": …}`, nested up to 5 levels. Null (default) means always (WG-052). */
            if?: Record<string, never> | null;
            /** @description Ids of the widgets on which it runs. Null (default) means all. */
            channels?: number[] | null;
        };
        /** @description A new webhook. */
        NewWebhook: {
            /** @description URL to call: `http` or `https`, without user name and password, at most 2,048 characters. */
            url: string;
            /** @description Whether events are sent. Default: true. */
            enabled?: boolean;
            /** @description Events to send. Default: `call_event`, `chat_accepted`, `chat_assigned`, `chat_updated`, `chat_finished` and `offline_message`. */
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Ids of the channels whose events are sent. Null (default) means all. */
            channels?: number[] | null;
            /** @description Ids of the departments whose events are sent. Null (default) means all, and events without a department. */
            departments?: number[] | null;
            /** @description Whether `message_created` contains the text of the message. Default: false. */
            message_text?: boolean;
            /** @description Optional parts of the body to send. Default: none. */
            blocks?: components["schemas"]["WebhookBlock"][];
            /** @description Display name, at most 100 characters. Default: empty, which shows the URL. */
            name?: string;
            /** @description Seconds for which `chat_finished` waits for the visitor's rating: 0 to 600, default 60. */
            rating_wait_s?: number;
        };
        /** @description A new site widget. */
        NewWidget: {
            /**
             * @description `widget`.
             * @enum {string}
             */
            kind: "widget";
            /** @description Name that operators see, 1 to 100 characters. */
            name: string;
            /** @description Ids of the operators who answer on this widget, at least one. */
            operators: number[];
            /** @description Whether the widget is on. Default: true. */
            enabled?: boolean;
            /** @description Settings of the widget. Absent settings get their defaults. */
            widget?: components["schemas"]["WidgetSettingsPatch"];
        };
        /** @description A running node. */
        NodeHealth: {
            /** @description Id of the node. */
            id: number;
            /** @description Whether this node answers the request. */
            is_current: boolean;
            /**
             * @description `ready`, `not_ready` (accepts no messages, see `problems`), `stopping` (its clients move to other nodes) or `silent` (did not respond; nothing else is known).
             * @enum {string}
             */
            state: "ready" | "not_ready" | "stopping" | "silent";
            /** @description Version of Parlour. Null if `silent`. */
            version: string | null;
            /** @description Time when the server process started. Null if `silent`. */
            started_at: string | null;
            /** @description Host name of its machine. Null if `silent`. */
            host: string | null;
            /** @description Number of sockets of operators and visitors. Null if `stopping` or `silent`. */
            sockets: number | null;
            /** @description Checks that make the node not ready. */
            problems: components["schemas"]["Finding"][];
        };
        /** @description A client of the installation at a provider of mailboxes. */
        OAuthClient: {
            /** @description Provider. `own`: one with entered endpoints. */
            provider: components["schemas"]["OAuthProvider"];
            /** @description Client id at the provider. */
            client_id: string;
            /** @description Directory at Microsoft. Null: every directory, and personal accounts. */
            tenant: string | null;
            /** @description Name and endpoints of the provider `own`. Null for the others. */
            own: components["schemas"]["OwnOAuthProvider"] | null;
            /** @description Whether a client secret is stored. */
            has_secret: boolean;
            /** @description Whether the provisioning file defines the client. */
            managed: boolean;
        };
        /** @description Clients of the installation at providers of mailboxes. */
        OAuthClients: {
            /** @description The clients. */
            items: components["schemas"]["OAuthClient"][];
            /** @description Redirect URI to register at each provider. */
            redirect_uri: string;
        };
        /**
         * @description A provider of mailboxes. `own`: one with entered endpoints.
         * @enum {string}
         */
        OAuthProvider: "google" | "microsoft" | "own";
        /** @description An answer to an offline message. */
        OfflineAnswer: {
            /** @description Time of the answer. */
            at: string;
            /** @description Operator who answered. */
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
        /** @description The chat in which you answer an offline message. */
        OfflineChat: {
            /** @description Id of the chat. */
            chat_id: number;
            /** @description The offline message, now done. */
            offline_message: components["schemas"]["OfflineMessageWithDeliveries"];
        };
        /** @description An email answer to an offline message. */
        OfflineMail: {
            /** @description Subject, one line of at most 200 characters. */
            subject: string;
            /** @description Text, at most 16,000 characters. */
            text: string;
            /** @description Whether to quote the message. Default: true. */
            quote?: boolean;
        };
        /** @description A message that a visitor left when nobody was available. */
        OfflineMessageWithDeliveries: {
            /** @description Id of the offline message. */
            id: number;
            /** @description The visitor. */
            visitor: components["schemas"]["Visitor"];
            /** @description Channel on which it was left. */
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
            /** @description Delivery of each email answer, in the order of `answers`. Null for an answer in a chat. */
            deliveries: (components["schemas"]["Delivery"] | null)[];
        };
        /** @description A page of offline messages, newest first. */
        OfflineMessages: {
            /** @description The offline messages of this page, newest first. */
            items: components["schemas"]["OfflineMessageWithDeliveries"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description An OpenID Connect provider for signing in. */
        OidcProvider: {
            /** @description Id of the provider. */
            id: string;
            /** @description Name on the sign-in page. */
            name: string;
            /** @description URL of the issuer. */
            issuer: string;
            /** @description Client id at the provider. */
            client_id: string;
            /** @description Email domains that may sign in with the provider. Empty means any. */
            domains: string[];
            /** @description Role of operators who sign in for the first time. Null: only known operators may sign in. */
            role: "admin" | "developer" | "operator" | "viewer" | null;
            /** @description Account of such new operators. Null if there are none. */
            account_id: number | null;
            /** @description Whether a client secret is stored. */
            has_secret: boolean;
            /** @description Whether the provisioning file defines the provider. */
            managed: boolean;
        };
        /** @description Changes of an OpenID Connect provider. Absent fields stay unchanged. */
        OidcProviderPatch: {
            /** @description Name on the sign-in page, 1 to 60 characters. */
            name?: string;
            /** @description URL of the issuer. */
            issuer?: string;
            /** @description Client id at the provider. */
            client_id?: string;
            /** @description Client secret. If absent, the stored one is kept while issuer and client id stay the same. Null removes it. */
            client_secret?: string | null;
            /** @description Email domains that may sign in with the provider, at most 100. Empty means any. */
            domains?: string[];
            /** @description Role of operators who sign in for the first time. Null: only known operators may sign in. */
            role?: "admin" | "developer" | "operator" | "viewer" | null;
            /** @description Account of such new operators. Required with `role`. */
            account_id?: number | null;
        };
        /** @description OpenID Connect providers. */
        OidcProviders: {
            /** @description The providers. */
            items: components["schemas"]["OidcProvider"][];
            /** @description Redirect URI to register at each provider. */
            redirect_uri: string;
        };
        /** @description The provider to sign in with. */
        OidcStart: {
            /** @description Id of the provider. */
            provider: string;
            /** @description Whether the provider should ask for the identity again. Default: false. */
            again?: boolean;
        };
        /** @description A person who answers chats. */
        Operator: {
            /** @description Id of the operator. */
            id: number;
            /** @description Name that visitors and operators see. */
            name: string;
            /** @description Email address for signing in. Unique in the installation. */
            email: string;
            /** @description Phone number. Null if there is none. */
            phone: string | null;
            /** @description Public URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Role in the account. */
            role: components["schemas"]["Role"];
            /** @description Whether the operator also owns the installation. */
            instance_owner: boolean;
            /** @description Presence now. */
            presence: components["schemas"]["Presence"];
            /** @description Whether the operator can sign in. False after deactivation. */
            active: boolean;
            /** @description Maximum number of parallel chats. 0 means no limit. */
            chat_limit: number;
            /** @description Time when the operator was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the operator. They can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Channels whose chats an operator answers: `all`, which includes channels that are added later, or a list of ids. */
        OperatorChannels: "all" | number[];
        /** @description An operator with their departments. */
        OperatorEntry: {
            /** @description Id of the operator. */
            id: number;
            /** @description Name that visitors and operators see. */
            name: string;
            /** @description Email address for signing in. Unique in the installation. */
            email: string;
            /** @description Phone number. Null if there is none. */
            phone: string | null;
            /** @description Public URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Role in the account. */
            role: components["schemas"]["Role"];
            /** @description Whether the operator also owns the installation. */
            instance_owner: boolean;
            /** @description Presence now. */
            presence: components["schemas"]["Presence"];
            /** @description Whether the operator can sign in. False after deactivation. */
            active: boolean;
            /** @description Maximum number of parallel chats. 0 means no limit. */
            chat_limit: number;
            /** @description Time when the operator was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the operator. They can then be changed only there or with an API key. */
            managed: boolean;
            /** @description Ids of the departments. */
            departments: number[];
            /** @description Channels whose chats the operator answers: `all` or a list of ids. */
            channels: components["schemas"]["OperatorChannels"];
            /** @description Time when the invitation ends or ended. Absent once it is accepted. */
            invite_expires_at?: string;
        };
        /** @description A new operator, with the invitation link if no password was set. */
        OperatorInvited: {
            /** @description Id of the operator. */
            id: number;
            /** @description Name that visitors and operators see. */
            name: string;
            /** @description Email address for signing in. Unique in the installation. */
            email: string;
            /** @description Phone number. Null if there is none. */
            phone: string | null;
            /** @description Public URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Role in the account. */
            role: components["schemas"]["Role"];
            /** @description Whether the operator also owns the installation. */
            instance_owner: boolean;
            /** @description Presence now. */
            presence: components["schemas"]["Presence"];
            /** @description Whether the operator can sign in. False after deactivation. */
            active: boolean;
            /** @description Maximum number of parallel chats. 0 means no limit. */
            chat_limit: number;
            /** @description Time when the operator was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the operator. They can then be changed only there or with an API key. */
            managed: boolean;
            /** @description Ids of the departments. */
            departments: number[];
            /** @description Channels whose chats the operator answers: `all` or a list of ids. */
            channels: components["schemas"]["OperatorChannels"];
            /** @description Time when the invitation ends or ended. Absent once it is accepted. */
            invite_expires_at?: string;
            /** @description Invitation link, valid once, for 7 days. Returned only once. Absent if a password was set. */
            invite_url?: string;
            /** @description Whether the link was also emailed. Absent if email is not set up, and in repeated responses. */
            mailed?: {
                /** @description Whether the email server accepted the email. */
                ok: boolean;
                /** @description What happened, in English. */
                message: string;
            };
        };
        /** @description Changes of an operator. Absent fields stay unchanged. */
        OperatorPatch: {
            /** @description Name that visitors and operators see. */
            name?: string;
            /** @description Email address for signing in. */
            email?: string;
            /** @description Phone number. Null removes it. */
            phone?: string | null;
            /** @description Public URL of a picture. Null removes it. */
            photo?: string | null;
            /** @description Role in the account. A new role ends the operator's sessions. */
            role?: components["schemas"]["Role"];
            /** @description Maximum number of parallel chats, 0 to 1,000. 0 means no limit. */
            chat_limit?: number;
            /** @description Ids of the departments. They replace the present ones. */
            departments?: number[];
            /** @description Channels whose chats the operator answers: `all` or a list of ids. */
            channels?: components["schemas"]["OperatorChannels"];
            /**
             * @description `true` reactivates a deactivated operator. To deactivate one, use `DELETE`.
             * @enum {boolean}
             */
            active?: true;
        };
        /** @description A page of operators. */
        Operators: {
            /** @description The operators of this page. */
            items: components["schemas"]["OperatorEntry"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Outcome of an attempt.
         * @enum {string}
         */
        Outcome: "delivered" | "refused" | "bad_reply" | "http_error" | "timeout" | "dns_failed" | "connect_failed" | "tls_failed" | "private_address" | "reply_too_large" | "token_failed" | "interrupted" | "channel_deleted" | "handed_over" | "endpoint_off" | "withdrawn";
        /** @description Name and endpoints of the provider `own`. */
        OwnOAuthProvider: {
            /** @description Name on the button, 1 to 60 characters. */
            name: string;
            /** @description Page on which people sign in. */
            authorization_url: string;
            /** @description Address that issues tokens. */
            token_url: string;
            /** @description Scopes with spaces between them. They must give access by IMAP and SMTP, and a refresh token. */
            scopes: string;
        };
        /** @description You, after a change of presence. */
        OwnPresence: {
            /** @description Id of the operator. */
            id: number;
            /** @description Name that visitors and operators see. */
            name: string;
            /** @description Email address for signing in. Unique in the installation. */
            email: string;
            /** @description Phone number. Null if there is none. */
            phone: string | null;
            /** @description Public URL of the picture. Null if there is none. */
            photo: string | null;
            /** @description Role in the account. */
            role: components["schemas"]["Role"];
            /** @description Whether the operator also owns the installation. */
            instance_owner: boolean;
            /** @description Presence now. */
            presence: components["schemas"]["Presence"];
            /** @description Whether the operator can sign in. False after deactivation. */
            active: boolean;
            /** @description Maximum number of parallel chats. 0 means no limit. */
            chat_limit: number;
            /** @description Time when the operator was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the operator. They can then be changed only there or with an API key. */
            managed: boolean;
            /**
             * @description `no_socket`: the presence does not count yet, because no operator socket is open for this API key. Absent if it counts.
             * @enum {string}
             */
            presence_reason?: "no_socket";
        };
        /** @description Pages whose script replaced the triggers. */
        PagesWithOwnRules: {
            /** @description The pages, newest first, since this server started. */
            pages: {
                /** @description Id of the widget. */
                channel_id: number;
                /** @description URL of the page. */
                url: string;
                /** @description Time of the latest call of `setRules`. */
                at: string;
            }[];
        };
        /** @description Result of `navigator.credentials.get()`, as JSON (WebAuthn). */
        PasskeyAssertion: {
            /** @description Id of the credential, base64url. */
            id: string;
            /** @description Id of the credential, base64url. */
            rawId: string;
            /**
             * @description Always `public-key`.
             * @enum {string}
             */
            type: "public-key";
            /** @description Response of the authenticator. All values are base64url. */
            response: {
                /** @description Data of the client. */
                clientDataJSON: string;
                /** @description Data of the authenticator. */
                authenticatorData: string;
                /** @description Signature of the authenticator. */
                signature: string;
                /** @description Handle of the operator. Absent or null if the authenticator sends none. */
                userHandle?: string | null;
            };
        };
        /** @description Result of `navigator.credentials.create()`, as JSON (WebAuthn). */
        PasskeyAttestation: {
            /** @description Id of the credential, base64url. */
            id: string;
            /** @description Id of the credential, base64url. */
            rawId: string;
            /**
             * @description Always `public-key`.
             * @enum {string}
             */
            type: "public-key";
            /** @description Response of the authenticator. `clientDataJSON` and `attestationObject` are base64url. */
            response: {
                /** @description Data of the client. */
                clientDataJSON: string;
                /** @description Attestation of the authenticator. */
                attestationObject: string;
                /** @description Ways to reach the authenticator, such as `usb` or `internal`. */
                transports?: string[];
            };
        };
        /** @description Options for a passkey. */
        PasskeyChallenge: {
            /** @description Options for `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`. */
            options: {
                [key: string]: unknown;
            };
        };
        /** @description New name of a passkey. */
        PasskeyPatch: {
            /** @description Name of the passkey, 1 to 100 characters. */
            name: string;
        };
        /** @description Whose password to reset. */
        PasswordReset: {
            /** @description Email address for signing in. */
            email: string;
        };
        /** @description Several visitors whom operators merged. Contains only the visitors that you may see. */
        Person: {
            /** @description The visitors: the requested one first, then by number. */
            members: components["schemas"]["PersonVisitor"][];
            /** @description All names of these visitors. Equal values appear once. */
            names: components["schemas"]["PersonValue"][];
            /** @description All email addresses of these visitors. */
            emails: components["schemas"]["PersonValue"][];
            /** @description All phone numbers of these visitors. */
            phones: components["schemas"]["PersonValue"][];
            /** @description All descriptions of these visitors. */
            descriptions: components["schemas"]["PersonValue"][];
            /** @description The merges, oldest first. */
            merges: components["schemas"]["VisitorMerge"][];
        };
        /** @description A value of a person. */
        PersonValue: {
            /** @description The value. */
            value: string;
            /** @description Where it comes from. */
            source: components["schemas"]["Source"];
            /** @description Time when it was set. */
            at: string;
            /** @description Operator who set it. Only for the source `operator`. */
            by?: components["schemas"]["NamedRef"];
            /** @description Number of the visitor who has it. */
            visitor: number;
        };
        /** @description A visitor, with the channel on which they write. */
        PersonVisitor: {
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
            /** @description Latest consent that the visitor gave in a form of the widget. Absent if there is none. */
            consent?: components["schemas"]["Consent"];
            /** @description Page that the channel announced for the visitor's next message. Absent if there is none. */
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
            /** @description Time of the latest message, or of the start of the latest chat. Null if the visitor has no chat. */
            last_seen_at: string | null;
            /** @description Chat with the latest activity. Null if there is none. */
            chat: components["schemas"]["LatestChat"] | null;
            /** @description Number of chats. */
            chats: number;
            /** @description Whether a block list entry blocks the visitor now. */
            blocked: boolean;
            /** @description Channel on which the visitor writes. */
            channel: components["schemas"]["ChatChannel"];
        };
        /** @description When to call later. */
        PostponedCall: {
            /** @description New time (RFC 3339), within the next 14 days and within the working hours for calls. */
            due_at: string;
            /**
             * @description Why the visitor was not reached. Absent if the visitor asked for another time.
             * @enum {string}
             */
            reason?: "no_answer_client" | "busy";
        };
        /**
         * @description Whether an operator is available. Only `online` operators are offered chats.
         * @enum {string}
         */
        Presence: "online" | "away" | "offline";
        /** @description The presence to set. */
        PresenceChoice: {
            /** @description The presence. */
            status: components["schemas"]["Presence"];
        };
        /**
         * @description Who may use a bot provider: every account (`service`) or one account (`account`).
         * @enum {string}
         */
        ProviderScope: "service" | "account";
        /**
         * @description State of a bot provider. `requested` and `refused`: an account asked for it. `suspended`: its bots neither send nor receive.
         * @enum {string}
         */
        ProviderState: "active" | "suspended" | "requested" | "refused";
        /** @description A browser that receives notifications. It belongs to one session and is removed with it. */
        PushDevice: {
            /** @description Id of the device. */
            id: number;
            /** @description Name of the device. */
            name: string;
            /** @description Whether it belongs to the session of this request. */
            here: boolean;
            /** @description Language of the notifications. */
            language: components["schemas"]["InterfaceLanguage"];
            /** @description Whether notifications contain the visitor's text. */
            show_text: boolean;
            /** @description Quiet hours. Null if there are none. */
            quiet: components["schemas"]["QuietHours"] | null;
            /** @description Time when it was registered. */
            created_at: string;
            /** @description Time of the latest notification that the push service accepted. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failure. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
        };
        /** @description Your notification devices. */
        PushDevices: {
            /** @description The devices. */
            items: components["schemas"]["PushDevice"][];
        };
        /** @description Public key for push subscriptions. */
        PushKey: {
            /** @description VAPID key, base64url. */
            public_key: string;
        };
        /** @description Result of a test notification. */
        PushTest: {
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["Outcome"];
            /** @description HTTP status of the push service. Null if there was no response. */
            status: number | null;
            /** @description Duration in milliseconds. */
            duration_ms: number;
        };
        /** @description Position of a waiting chat in its department. */
        Queue: {
            /** @description Position, starting with 1. */
            place: number;
            /** @description Number of waiting chats. */
            of: number;
            /** @description Expected remaining wait in seconds. Null if unknown. */
            expected_s: number | null;
        };
        /** @description Hours without notifications. If the end is before the start, they pass midnight. */
        QuietHours: {
            /** @description Start, such as `22:00`. */
            from: string;
            /** @description End, such as `07:00`. */
            to: string;
            /** @description IANA name of the time zone. */
            timezone: string;
        };
        /**
         * @description Rating of a chat by the visitor.
         * @enum {string}
         */
        Rating: "positive" | "negative";
        /** @description How an operator can be notified. */
        Reachability: {
            /** @description Id of the operator. */
            operator_id: number;
            /** @description Number of devices that receive notifications. */
            devices: number;
            /** @description Time of the latest notification. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest self-test. Null if there was none. */
            self_test: {
                /** @description Time of the self-test. */
                at: string;
                /** @description What did not work. */
                broken: string[];
            } | null;
        };
        /** @description How each operator can be notified. */
        ReachabilityList: {
            /** @description One entry for each active operator. */
            items: components["schemas"]["Reachability"][];
        };
        /** @description Your read mark in a chat. */
        ReadMark: {
            /** @description Sequence number of the last message that you have read. 0 means none. */
            seq: number;
            /** @description Whether the mark may also move back. Default: false. */
            unread?: boolean;
        };
        /** @description Proof of your identity. Send exactly one field. */
        Reauthentication: {
            /** @description Your password. */
            password?: string;
            /** @description Result of `navigator.credentials.get()`. */
            passkey?: components["schemas"]["PasskeyAssertion"];
            /** @description Code from the authenticator app, or a recovery code. Only if you have no password. */
            code?: string;
        };
        /** @description How you can confirm your identity. */
        ReauthenticationMethods: {
            /** @description Whether you can use your password. */
            password: boolean;
            /** @description Whether you can use a code. */
            code: boolean;
            /** @description Options for `navigator.credentials.get()`. Null if you have no passkey. */
            passkey: {
                [key: string]: unknown;
            } | null;
            /** @description Time until which no confirmation is needed. Null if one is needed now. */
            confirmed_until: string | null;
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
        /** @description Which failed deliveries to send again. All conditions must match. */
        Replay: {
            /** @description Id of the endpoint. */
            endpoint: number;
            /** @description Only deliveries created at or after this time (RFC 3339). Default: all that are kept. */
            since?: string;
            /** @description Only deliveries created before this time (RFC 3339). Default: now. */
            until?: string;
            /** @description Only these deliveries, at most 1,000. */
            ids?: number[];
        };
        /** @description Result of a replay. */
        ReplayResult: {
            /** @description Matching failed and dead deliveries. */
            count: number;
            /** @description Deliveries that are pending again. 0 for a dry run. */
            replayed: number;
            /** @description Matching deliveries that remain. Repeat the request to replay them. */
            left: number;
        };
        /**
         * @description Format of a file with quick replies.
         * @enum {string}
         */
        ReplyFormat: "csv" | "json";
        /**
         * @description Who can use a quick reply. `own`: you alone. `department`: operators of a department. `account`: all operators.
         * @enum {string}
         */
        ReplyScope: "own" | "department" | "account";
        /** @description Figures of a period. */
        Report: {
            /** @description Time zone of the days. */
            timezone: string;
            /** @description Whether the account has working hours. Only waiting time within them then counts. */
            working_hours: boolean;
            /** @description The period. */
            now: {
                /** @description First day. */
                from: string;
                /** @description Last day, included. */
                to: string;
                /** @description Figures of the whole period. */
                totals: components["schemas"]["ReportFigures"];
                /** @description Figures of each day. */
                days: {
                    /** @description The day. */
                    date: string;
                    /** @description Whether a part of the day is within working hours. */
                    open: boolean;
                    /** @description Figures of the day. */
                    figures: components["schemas"]["ReportFigures"];
                }[];
            };
            /** @description The period to compare with. Null with `compare=none`. */
            before: {
                /** @description First day. */
                from: string;
                /** @description Last day, included. */
                to: string;
                /** @description Figures of the whole period. */
                totals: components["schemas"]["ReportFigures"];
                /** @description Figures of each day. */
                days: {
                    /** @description The day. */
                    date: string;
                    /** @description Whether a part of the day is within working hours. */
                    open: boolean;
                    /** @description Figures of the day. */
                    figures: components["schemas"]["ReportFigures"];
                }[];
            } | null;
            /** @description Figures by weekday and hour. Hours without chats and calls are absent. */
            hours: {
                /** @description Weekday, 1 (Monday) to 7. */
                weekday: number;
                /** @description Hour, 0 to 23. */
                hour: number;
                /** @description Chats that began in this hour. */
                chats: number;
                /** @description Missed chats that began in this hour. */
                missed: number;
                /** @description Median time to the first answer, in seconds. Null if nothing was measured. */
                answer_median_s: number | null;
                /** @description Calls that were requested in this hour. */
                calls: number;
            }[];
            /** @description How often each weekday occurs in the period, starting with Monday. */
            weekdays: number[];
            /** @description Figures of each channel. */
            channels: {
                /** @description Id of the channel. */
                id: number | null;
                /** @description Name of the channel. */
                name: string | null;
                /** @description Figures of the channel. */
                figures: components["schemas"]["ReportFigures"];
            }[];
            /** @description Figures of each department. `id` is null for chats without one. */
            departments: {
                /** @description Id of the department. Null for chats without one. */
                id: number | null;
                /** @description Name of the department. Null for chats without one. */
                name: string | null;
                /** @description Figures of the department. */
                figures: components["schemas"]["ReportFigures"];
            }[];
            /** @description Figures of each operator and bot. `kind` is `none` for chats that nobody had. */
            people: {
                /**
                 * @description `operator`, `bot`, or `none` for chats that nobody had.
                 * @enum {string}
                 */
                kind: "operator" | "bot" | "none";
                /** @description Id of the operator or bot. Null for `none`. */
                id: number | null;
                /** @description Name of the operator or bot. Null for `none`. */
                name: string | null;
                /** @description Figures of the operator or bot. */
                figures: components["schemas"]["ReportFigures"];
            }[];
        };
        /** @description Chats behind a figure, latest first. */
        ReportChats: {
            /** @description The chats of this page, latest first. */
            items: {
                /** @description The chat. */
                chat: components["schemas"]["Chat"];
                /** @description Time when the chat began. For calls, time of the call. */
                at: string;
                /** @description Time to the first answer, in seconds. Null if it was not measured. */
                answer_s: number | null;
                /** @description Duration of the chat, in seconds. Null while it is running. */
                duration_s: number | null;
            }[];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /**
         * @description Period to compare with. `before`: the same number of days right before. `year`: the same weekdays 52 weeks earlier.
         * @enum {string}
         */
        ReportCompare: "before" | "year" | "none";
        /** @description Figures of chats and calls. Times in seconds are null if nothing was measured. */
        ReportFigures: {
            /** @description Chats that visitors started. */
            chats: number;
            /** @description Chats that operators started or continued. */
            begun: number;
            /** @description Chats that ended while they waited. */
            missed: number;
            /** @description Missed chats that began outside working hours. */
            missed_outside_hours: number;
            /** @description Chats in which an operator wrote to the visitor. */
            replied: number;
            /** @description Chats with a measured time to the first answer. */
            answered: number;
            /** @description Median time to the first answer, in seconds. */
            answer_median_s: number | null;
            /** @description 90th percentile of the time to the first answer, in seconds. */
            answer_p90_s: number | null;
            /** @description Chats that are closed. */
            closed: number;
            /** @description Median duration of a chat, in seconds. */
            duration_median_s: number | null;
            /** @description Rated chats. */
            rated: number;
            /** @description Chats with a positive rating. */
            positive: number;
            /** @description Chats with a negative rating. */
            negative: number;
            /** @description Chats whose rating has a comment. */
            commented: number;
            /** @description Chats that a bot ended without an operator. */
            by_bot: number;
            /** @description Calls that were requested. */
            calls: number;
            /** @description Calls in which the visitor was connected. */
            calls_reached: number;
        };
        /**
         * @description Table of a report. `chats` has one row per chat.
         * @enum {string}
         */
        ReportTable: "days" | "hours" | "channels" | "departments" | "people" | "chats";
        /** @description A link that sets a new password once. */
        ResetLink: {
            /** @description The link, valid for 30 minutes. */
            reset_url: string;
            /** @description Time when it expires. */
            expires_at: string;
            /** @description Whether the link was also emailed. Absent if email is not set up, and in repeated responses. */
            mailed?: {
                /** @description Whether the email server accepted the email. */
                ok: boolean;
                /** @description What happened, in English. */
                message: string;
            };
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
                /** @description Why it was ignored. */
                reason: components["schemas"]["IgnoredReason"];
            }[];
            /** @description Number of all ignored fields. */
            ignored_count: number;
        };
        /** @description How long data is kept. */
        Retention: {
            /** @description Periods in force. */
            days: components["schemas"]["RetentionDays"];
            /** @description Default periods. */
            usual: components["schemas"]["RetentionDays"];
            /** @description Names of the periods that the provisioning file sets. */
            managed: string[];
        };
        /** @description Retention periods in days. 0 means without limit. */
        RetentionDays: {
            /** @description Messages of closed chats, counted from the last activity of the chat. Default: 0. */
            chats_days: number;
            /** @description Files of closed chats, counted from the last activity of the chat. Default: 0. */
            files_days: number;
            /** @description Visits to sites. Default: 0. */
            visits_days: number;
            /** @description IP addresses and user agents. Default: 90. */
            addresses_days: number;
            /** @description Requests and responses in the delivery log, and dead deliveries. Default: 30. */
            deliveries_days: number;
            /** @description Audit log entries. Default: 400. */
            audit_days: number;
            /** @description Log of the server process. Parlour only writes it to standard error; other software must apply this period. Default: 14. */
            log_days: number;
        };
        /** @description Retention periods to change, in days. Null restores the default, 0 means without limit. Absent fields stay unchanged. */
        RetentionPatch: {
            /** @description Messages of closed chats, counted from the last activity of the chat. */
            chats_days?: number | null;
            /** @description Files of closed chats, counted from the last activity of the chat. */
            files_days?: number | null;
            /** @description Visits to sites. */
            visits_days?: number | null;
            /** @description IP addresses and user agents. */
            addresses_days?: number | null;
            /** @description Requests and responses in the delivery log, and dead deliveries. */
            deliveries_days?: number | null;
            /** @description Audit log entries. */
            audit_days?: number | null;
            /** @description Log of the server process. Parlour only writes it to standard error; other software must apply this period. */
            log_days?: number | null;
        };
        /** @description What retention would delete now, in all accounts. */
        RetentionPreview: {
            /** @description One entry for each kind of data. */
            items: {
                /** @description Kind of data. */
                kind: string;
                /** @description Number of items. */
                count: number;
                /** @description Time of the oldest item. Null if there is none. */
                oldest_at: string | null;
                /** @description Some of the items, for checking. */
                examples: string[];
            }[];
        };
        /** @description Retention periods to preview, in days. 0 means without limit. */
        RetentionPreviewQuery: {
            /** @description Messages of closed chats, counted from the last activity of the chat. */
            chats_days?: number;
            /** @description Files of closed chats, counted from the last activity of the chat. */
            files_days?: number;
            /** @description Visits to sites. */
            visits_days?: number;
            /** @description IP addresses and user agents. */
            addresses_days?: number;
            /** @description Requests and responses in the delivery log, and dead deliveries. */
            deliveries_days?: number;
            /** @description Audit log entries. */
            audit_days?: number;
            /** @description Log of the server process. Parlour only writes it to standard error; other software must apply this period. */
            log_days?: number;
        };
        /**
         * @description Role of an operator. `owner`: everything. `admin`: all settings and chats. `developer`: channels, bots, webhooks, triggers, keys and deliveries, with masked message texts. `operator`: chats of their channels and departments. `viewer`: reads chats and reports.
         * @enum {string}
         */
        Role: "owner" | "admin" | "developer" | "operator" | "viewer";
        /** @description What to replace. */
        Rotate: {
            /**
             * @description `address`: the secret part of the inbound URL. `secret`: the signing secret.
             * @enum {string}
             */
            what: "address" | "secret";
        };
        /** @description How chats are offered to operators. Times are whole seconds. Escalation steps count from the start of the wait; 0 skips a step. */
        Routing: {
            /**
             * @description To whom a new chat is offered first. `all`: every operator who can take it. The others offer it to one operator at a time: `round_robin` (whose turn is longest ago), `least_busy` (fewest chats), `last_operator` (the visitor's last operator, otherwise fewest chats). Default: `all`.
             * @enum {unknown}
             */
            mode: "all" | "round_robin" | "least_busy" | "last_operator";
            /** @description How long an offer to a single operator lasts: 5 to 600. Default: 30. */
            offer_s: number;
            /** @description When the chat is offered to the next operators. Default: 30. */
            next_s: number;
            /** @description When the chat is offered to the whole department. Default: 60. */
            department_s: number;
            /** @description When the chat is offered to everyone with access to the channel. Default: 120. */
            channel_s: number;
            /** @description When operators get a push notification. Default: 180. */
            push_s: number;
            /** @description When operators get an email. Default: 300. */
            mail_s: number;
            /** @description When the visitor is offered the offline form or a callback. Default: 300. */
            visitor_s: number;
            /** @description Interval at which administrators are reminded of a waiting chat, at least 60. Default: 1800. */
            remind_s: number;
            /** @description Whether push notifications and emails are also sent outside working hours. Default: false. */
            notify_outside_hours: boolean;
            /** @description Seconds after which an open chat waits again if all its operators are offline and the visitor has no answer. 0 means never. Default: 300. */
            grace_s: number;
            /** @description Seconds without an answer after which an open chat is offered to other operators: at least 60, or 0 (default) for never. */
            reassign_s: number;
            /** @description Seconds without messages after which a chat of a site widget or a chat API channel is closed. 0 means never. Default: 86400. */
            inactivity_s: number;
            /** @description Seconds without messages after which a chat of an email channel is closed. 0 means never. Default: 0. */
            mail_inactivity_s: number;
            /** @description Seconds without messages after which a chat of a messenger is closed. 0 means never. Default: 0. */
            messenger_inactivity_s: number;
            /** @description Whether visitors see their position in the queue. Default: false. */
            queue: boolean;
            /** @description Seconds after which the timer of a waiting chat turns amber. 0 means never. Default: 30. */
            warn_s: number;
            /** @description Seconds after which the timer turns red, not less than `warn_s`. 0 means never. Default: 120. */
            overdue_s: number;
            /**
             * @description Which waiting chat rings first: the `longest` waiting (default) or the `newest`.
             * @enum {unknown}
             */
            ring_order: "longest" | "newest";
            /**
             * @description Which chat opens after an operator closes one: the longest `waiting`, the next of their own (`mine`), or none (`stay`, default).
             * @enum {unknown}
             */
            after_close: "waiting" | "mine" | "stay";
            /** @description Whether the provisioning file sets the routing. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Changes of the routing settings. Absent fields stay unchanged. */
        RoutingPatch: {
            /**
             * @description To whom a new chat is offered first. `all`: every operator who can take it. The others offer it to one operator at a time: `round_robin` (whose turn is longest ago), `least_busy` (fewest chats), `last_operator` (the visitor's last operator, otherwise fewest chats).
             * @enum {unknown}
             */
            mode?: "all" | "round_robin" | "least_busy" | "last_operator";
            /** @description How long an offer to a single operator lasts: 5 to 600. */
            offer_s?: number;
            /** @description When the chat is offered to the next operators. */
            next_s?: number;
            /** @description When the chat is offered to the whole department. */
            department_s?: number;
            /** @description When the chat is offered to everyone with access to the channel. */
            channel_s?: number;
            /** @description When operators get a push notification. */
            push_s?: number;
            /** @description When operators get an email. */
            mail_s?: number;
            /** @description When the visitor is offered the offline form or a callback. */
            visitor_s?: number;
            /** @description Interval at which administrators are reminded of a waiting chat, at least 60. */
            remind_s?: number;
            /** @description Whether push notifications and emails are also sent outside working hours. */
            notify_outside_hours?: boolean;
            /** @description Seconds after which an open chat waits again if all its operators are offline and the visitor has no answer. 0 means never. */
            grace_s?: number;
            /** @description Seconds without an answer after which an open chat is offered to other operators: at least 60, or 0 for never. */
            reassign_s?: number;
            /** @description Seconds without messages after which a chat of a site widget or a chat API channel is closed. 0 means never. */
            inactivity_s?: number;
            /** @description Seconds without messages after which a chat of an email channel is closed. 0 means never. */
            mail_inactivity_s?: number;
            /** @description Seconds without messages after which a chat of a messenger is closed. 0 means never. */
            messenger_inactivity_s?: number;
            /** @description Whether visitors see their position in the queue. */
            queue?: boolean;
            /** @description Seconds after which the timer of a waiting chat turns amber. 0 means never. */
            warn_s?: number;
            /** @description Seconds after which the timer turns red, not less than `warn_s`. 0 means never. */
            overdue_s?: number;
            /**
             * @description Which waiting chat rings first: the `longest` waiting or the `newest`.
             * @enum {unknown}
             */
            ring_order?: "longest" | "newest";
            /**
             * @description Which chat opens after an operator closes one: the longest `waiting`, the next of their own (`mine`), or none (`stay`).
             * @enum {unknown}
             */
            after_close?: "waiting" | "mine" | "stay";
        };
        /** @description Sample events. */
        Samples: {
            /** @description One sample for each event that bots and webhooks receive. */
            items: {
                /**
                 * @description Who receives the event.
                 * @enum {string}
                 */
                kind: "bot" | "webhook";
                /** @description Name of the event. */
                event: string;
                /** @description Body of the sample. */
                sample: {
                    [key: string]: unknown;
                };
            }[];
        };
        /** @description A matching message. */
        SearchHit: {
            /** @description Sequence number of the message. */
            seq: number;
            /** @description Who wrote it. */
            author: components["schemas"]["Author"];
            /** @description Kind of the message. */
            kind: components["schemas"]["MessageKind"];
            /** @description Whether the message has a file. */
            file: boolean;
            /** @description Time of the message. */
            created_at: string;
            /** @description Text around the match, in parts. */
            excerpt: components["schemas"]["ExcerptPiece"][];
        };
        /** @description Search results. A page can be short or empty and still have a next page. */
        SearchResult: {
            /** @description Chats with matching messages. */
            items: components["schemas"]["ChatHit"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
            /** @description Matching visitors, at most 20, exact matches first. Only on the first page with `scope=all`. */
            people?: {
                /** @description The visitors. */
                items: components["schemas"]["VisitorHit"][];
                /** @description Number of all matches, counted up to 100. */
                count: number;
            };
            /** @description The chat with this number, and chats of matching visitors. Only on the first page with `scope=all`. */
            chats?: {
                /** @description The chats. */
                items: components["schemas"]["ChatHit"][];
                /** @description Number of all matches, counted up to 100. */
                count: number;
            };
        };
        /** @description The password is correct, and a second factor is needed. */
        SecondFactorRequired: {
            /** @description The second step of the sign-in. */
            second_step: {
                /** @description Methods that the operator can use. */
                methods: ("totp" | "recovery" | "passkey")[];
                /** @description Options for `navigator.credentials.get()`. Null if the operator has no passkey. */
                passkey: {
                    [key: string]: unknown;
                } | null;
            };
        };
        /** @description Security requirements of the account. */
        SecurityPolicy: {
            /**
             * @description Whether a second factor is optional or required.
             * @enum {string}
             */
            second_factor: "optional" | "required";
            /** @description Time from which it is required. Null if it is optional. */
            required_from: string | null;
            /** @description Active operators who have no second factor. */
            without: components["schemas"]["NamedRef"][];
            /** @description Whether the provisioning file sets the policy. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description Security requirements to set. */
        SecurityPolicyPatch: {
            /**
             * @description Whether a second factor is optional or required.
             * @enum {string}
             */
            second_factor: "optional" | "required";
            /** @description Days that operators without a second factor have to set one up: 0 to 90, default 14. */
            grace_days?: number;
        };
        /** @description Your second factors, with new recovery codes if they were created. */
        SecurityWithCodes: {
            /** @description Your second factors. */
            security: components["schemas"]["MySecurity"];
            /** @description Recovery codes. Returned only once, by the request that created them. */
            recovery_codes?: string[];
        };
        /** @description Result of a self-test of notifications. */
        SelfTest: {
            /** @description What did not work. Empty if everything worked. */
            broken: ("sound" | "notification" | "push" | "badge" | "connection")[];
        };
        /** @description A request that Parlour sent. The body is cut at 8 KiB. */
        SentRequest: {
            /** @description URL, with secrets reduced to their last four characters. */
            url: string;
            /** @description Headers, with credentials reduced to their last four characters. */
            headers: {
                [key: string]: string;
            };
            /** @description Body as text. */
            body: string;
        };
        /** @description A sign-in session. */
        SessionEntry: {
            /** @description Id of the session. */
            id: number;
            /** @description Operator who is signed in. */
            operator: components["schemas"]["NamedRef"];
            /** @description Whether it is the session of this request. */
            current: boolean;
            /**
             * @description How the operator signed in.
             * @enum {string}
             */
            method: "password" | "passkey" | "oidc";
            /** @description Whether the operator signed in with two factors. */
            strong: boolean;
            /** @description IP address. */
            address: string;
            /** @description Location of the IP address. Empty texts if unknown. */
            place: {
                /** @description Name of the country. */
                country: string;
                /** @description Name of the city. */
                city: string;
            };
            /** @description Browser, as it names itself. */
            user_agent: string;
            /** @description Time of the sign-in. */
            created_at: string;
            /** @description Time of the latest request, accurate to 5 minutes. */
            last_seen_at: string;
        };
        /** @description Sign-in sessions. */
        Sessions: {
            /** @description The sessions, most recent first. */
            items: components["schemas"]["SessionEntry"][];
        };
        /** @description The first account and its owner. */
        Setup: {
            /** @description Token from the one-time setup link, valid for 24 hours. */
            token: string;
            /** @description Name of the owner. */
            name: string;
            /** @description Email address of the owner, for signing in. */
            email: string;
            /** @description Password, 12 to 256 characters. Common passwords are refused. */
            password: string;
            /** @description Name of the site or company. */
            account: string;
        };
        /** @description State of the setup. */
        SetupState: {
            /** @description Whether the installation has no owner yet. */
            needed: boolean;
        };
        /** @description An email address or phone number that both visitors have. */
        SharedContact: {
            /**
             * @description `email` or `phone`.
             * @enum {string}
             */
            kind: "email" | "phone";
            /** @description The value, as the requested visitor has it. */
            value: string;
            /** @description Source at the requested visitor. `visitor` and `page` are only claims. */
            source: components["schemas"]["Source"];
            /** @description Source at the suggested visitor. */
            other_source: components["schemas"]["Source"];
        };
        /** @description A sign-in by exactly one method: email and password (with `code` or `passkey` as second factor), a passkey alone, or the result of an OIDC provider. */
        SignIn: {
            /** @description Email address. */
            email?: string;
            /** @description Password. */
            password?: string;
            /** @description Code from the authenticator app, or a recovery code. */
            code?: string;
            /** @description Result of `navigator.credentials.get()`. */
            passkey?: components["schemas"]["PasskeyAssertion"];
            /** @description Query of the address to which the OIDC provider sent the browser back. */
            oidc?: string;
            /** @description Whether to keep the sessions that this browser has in other accounts. Default: false (CORE-016). */
            beside?: boolean;
            /** @description Language of the sign-in page. Emails to the operator use it, unless their profile has another. */
            language?: components["schemas"]["InterfaceLanguage"];
        };
        /** @description A sign-in, successful or refused. */
        SignInEntry: {
            /** @description Id of the entry. */
            id: number;
            /** @description Operator who signed in or tried to. */
            operator: components["schemas"]["NamedRef"];
            /** @description Time of the sign-in. */
            at: string;
            /**
             * @description How the operator signed in.
             * @enum {string}
             */
            method: "password" | "passkey" | "oidc";
            /** @description Whether it succeeded. */
            ok: boolean;
            /** @description IP address. */
            address: string;
            /** @description Location of the IP address. Empty texts if unknown. */
            place: {
                /** @description Name of the country. */
                country: string;
                /** @description Name of the city. */
                city: string;
            };
            /** @description Browser, as it names itself. */
            user_agent: string;
        };
        /** @description A page of sign-ins, newest first. */
        SignInLog: {
            /** @description The sign-ins of this page, newest first. */
            items: components["schemas"]["SignInEntry"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description What the sign-in page can offer. */
        SignInMethods: {
            /** @description Whether a password can be reset by email. */
            reset_by_mail: boolean;
            /** @description OpenID Connect providers. */
            providers: {
                /** @description Id of the provider. */
                id: string;
                /** @description Name to show. */
                name: string;
            }[];
        };
        /** @description You are signed in. */
        SignedIn: {
            /** @description The operator who is signed in. */
            operator: components["schemas"]["Operator"];
        };
        /**
         * @description Where a value comes from. `visitor`: typed by the visitor. `page`: set by a script of the page. `signed`: from a token that the site signed. `channel`: from the integrator's server. `webhook`: from a webhook response. `operator`: set by an operator. Values of `visitor` and `page` are only claims.
         * @enum {string}
         */
        Source: "visitor" | "signed" | "page" | "channel" | "webhook" | "operator";
        /** @description Amount of data that the account stores, without deleted data. */
        StorageFigures: {
            /** @description Number of visitors. */
            visitors: number;
            /** @description Number of chats. */
            chats: number;
            /** @description Number of messages. */
            messages: number;
            /** @description Number of files. */
            files: number;
            /** @description Size of all files in bytes. */
            file_bytes: number;
            /** @description Number of visits. */
            visits: number;
            /** @description Time of the oldest item. Null if there is none. */
            oldest_at: string | null;
        };
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
            /** @description Why operators were offered the chat. */
            assignment?: components["schemas"]["Assignment"];
        };
        /** @description A label that the account puts on chats. */
        Tag: {
            /** @description Id of the tag. */
            id: number;
            /** @description Name, unique in the account, ignoring case. */
            name: string;
            /** @description Time when the tag was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the tag. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /** @description A page of tags. */
        Tags: {
            /** @description The tags of this page. */
            items: components["schemas"]["Tag"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Result of one test request. Bodies are cut at 8 KiB. */
        TestAttempt: {
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["Outcome"];
            /** @description HTTP status. Null if there was no response. */
            status: number | null;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /** @description Why it failed. Null if it succeeded. */
            error: components["schemas"]["ErrorDetail"] | null;
            /** @description The request. Null if nothing was sent, for example because no access token could be obtained. */
            request: components["schemas"]["SentRequest"] | null;
            /** @description The response. Null if there was none. */
            reply: components["schemas"]["ReceivedReply"] | null;
        };
        /** @description A test event. */
        TestBot: {
            /** @description Event to send. */
            event: components["schemas"]["BotTestEvent"];
            /** @description Fields that replace those of the sample from `GET /samples`. The event name and the test chat stay. */
            sample?: {
                [key: string]: unknown;
            };
        };
        /** @description A test event. */
        TestWebhook: {
            /** @description Event to send. */
            event: components["schemas"]["WebhookEvent"];
            /** @description Fields that replace those of the sample from `GET /samples`. The event name and the test chat stay. */
            sample?: {
                [key: string]: unknown;
            };
        };
        /** @description A code of the authenticator app. */
        TotpCode: {
            /** @description Six digits. Spaces are ignored. */
            code: string;
        };
        /** @description A new secret for an authenticator app. Returned only once. */
        TotpSecret: {
            /** @description Secret for manual input. */
            secret: string;
            /** @description Content of the QR code. */
            uri: string;
        };
        /** @description A transfer to an operator that is not answered yet. */
        Transfer: {
            /** @description Operator who offers the chat. */
            by: components["schemas"]["NamedRef"];
            /** @description Operator who can accept it. */
            to: components["schemas"]["NamedRef"];
            /** @description Comment for the target. Only operators see it. Null if there is none. */
            comment: string | null;
            /** @description Time when the offer ends. */
            until: string;
        };
        /** @description Target of a transfer. Send exactly one of `operator_id` and `department_id`. */
        TransferChat: {
            /** @description Operator to whom the chat is offered. */
            operator_id?: number;
            /** @description Department in which the chat waits. */
            department_id?: number;
            /** @description Comment that only operators see, at most 1,000 characters. */
            comment?: string | null;
            /** @description `true` gives the operator the chat at once, without an answer. They may be offline. */
            assign?: boolean;
        };
        /** @description A rule that reacts to a visitor's actions on a page with a widget. */
        Trigger: {
            /** @description Id of the trigger. */
            id: number;
            /** @description Name, unique in the account, ignoring case. */
            name: string;
            /** @description Whether the trigger runs. */
            enabled: boolean;
            /** @description How often it runs for a visitor. */
            once: components["schemas"]["TriggerFrequency"];
            /** @description Condition `{"type", "op"?, "value"?}`, or a group `{"all": […]}`, `{"any": […]}` or `{"not": …}`, nested up to 5 levels. Null means always (WG-052). */
            if: Record<string, never> | null;
            /** @description Actions to run, 1 to 5. */
            do: Record<string, never>[];
            /** @description Ids of the widgets on which it runs. Null means all. */
            channels: number[] | null;
            /** @description Whether the provisioning file defines the trigger. */
            managed: boolean;
            /** @description Time when the trigger was created. */
            created_at: string;
            /** @description Time when it was last changed. */
            updated_at: string;
        };
        /** @description A trigger to test against recent visits. */
        TriggerDryRun: {
            /** @description Condition `{"type", "op"?, "value"?}`, or a group `{"all": […]}`, `{"any": […]}` or `{"not": …}`, nested up to 5 levels. Null means always (WG-052). */
            if: Record<string, never> | null;
            /** @description Ids of the widgets. Null (default) means all. */
            channels?: number[] | null;
        };
        /** @description Result of a test against recent visits. */
        TriggerDryRunResult: {
            /** @description The latest visitors, newest first, at most 100. */
            visitors: {
                /** @description Number of the visitor. */
                number: number;
                /** @description Name of the visitor. Null if unknown. */
                name: string | null;
                /** @description Time of the moment that was tested. */
                at: string;
                /** @description Language of the visitor's chat window. Empty if unknown. */
                language: string;
                /**
                 * @description `fires`: the trigger would have run. `maybe`: that depends on unknown values. `short`: one condition was missing. `no`: more were. `chat`: the visitor already had a chat.
                 * @enum {string}
                 */
                result: "fires" | "maybe" | "short" | "no" | "chat";
                /** @description Page at that moment. */
                url: string;
                /** @description Title of that page. */
                title: string;
                /** @description Seconds since the page was opened. */
                time_on_page: number;
                /** @description Conditions that were not met, or unknown, at that moment. */
                missing: {
                    /** @description A condition `{"type", "op"?, "value"?}`, or a group `{"all": […]}`, `{"any": […]}` or `{"not": …}`, nested up to 5 levels (WG-052). */
                    condition: Record<string, never>;
                    /** @description The value that was found instead. Null if unknown. */
                    seen: unknown;
                }[];
            }[];
            /** @description For each condition, in order: the number of visits in which it was true at some moment. Null if it is unknown for all. */
            conditions: (number | null)[];
            /** @description Time of the oldest visit. Null if there is none. */
            from: string | null;
            /** @description Time of the newest visit. Null if there is none. */
            to: string | null;
        };
        /**
         * @description How often a trigger runs for a visitor: once per `page`, `session` (visit) or `visitor`, or `always`.
         * @enum {string}
         */
        TriggerFrequency: "page" | "session" | "visitor" | "always";
        /** @description Changes of a trigger. Absent fields stay unchanged. */
        TriggerPatch: {
            /** @description Name, 1 to 100 characters, unique in the account, ignoring case. */
            name?: string;
            /** @description Whether the trigger runs. */
            enabled?: boolean;
            /** @description How often it runs for a visitor. */
            once?: components["schemas"]["TriggerFrequency"];
            /** @description Condition, as in `NewTrigger`. Null means always. */
            if?: Record<string, never> | null;
            /** @description Actions to run, 1 to 5. */
            do?: Record<string, never>[];
            /** @description Ids of the widgets on which it runs. Null means all. */
            channels?: number[] | null;
        };
        /** @description A page of triggers, in the order in which they run. */
        Triggers: {
            /** @description The triggers of this page, in the order in which they run. */
            items: components["schemas"]["Trigger"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Whether you are typing. */
        Typing: {
            /** @description True when you start typing, false when you stop. */
            typing: boolean;
        };
        /** @description An uploaded file. */
        Upload: {
            /** @description Id of the upload, for `upload_id` of a message. */
            id: number;
            /** @description File name to show. */
            name: string;
            /** @description Size in bytes. */
            size: number;
            /** @description Media type, detected from the content. */
            type: string;
            /** @description Width in pixels. Only for images. */
            width?: number;
            /** @description Height in pixels. Only for images. */
            height?: number;
            /** @description Public URL of the file. It cannot be guessed. */
            url: string;
            /** @description Public URL of a preview, 320 px wide. Only for wider images. */
            thumb_url?: string;
        };
        /** @description Where replies to the sender of the latest email go. */
        UseReplyTo: {
            /** @description `true`: to the addresses for which their emails ask. `false`: to the sender. */
            used: boolean;
        };
        /** @description A visit to a site with a widget. A pause of 30 minutes ends it. */
        Visit: {
            /** @description Id of the visit. */
            id: number;
            /** @description The widget. */
            channel: components["schemas"]["ChatChannel"];
            /** @description Time when the visit began. */
            started_at: string;
            /** @description Time of the latest request of a page. */
            last_at: string;
            /** @description Number of page views. */
            pages: number;
            /** @description The latest 20 pages, newest first. */
            trail: {
                /** @description URL of the page. */
                url: string;
                /** @description Title of the page. */
                title: string;
                /** @description Time when the page was opened. */
                at: string;
            }[];
            /** @description First URL of the visit. Empty if unknown. */
            first_url: string;
            /** @description Page from which the visitor came to the site. Empty if unknown. */
            referrer: string;
            /** @description Origin of the visit. */
            session: components["schemas"]["VisitSource"];
        };
        /** @description Origin of a visit. Unknown texts are empty. */
        VisitSource: {
            /** @description Location of the IP address. Empty texts if no location database is installed. */
            geoip: {
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
            /** @description Client ids of analytics tools. Empty unless the widget may read them. */
            analytics: {
                /** @description Client id of the `_ga` cookie. */
                ga?: string;
                /** @description Value of the `_ym_uid` cookie. */
                ym?: string;
            };
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
            /** @description Latest consent that the visitor gave in a form of the widget. Absent if there is none. */
            consent?: components["schemas"]["Consent"];
            /** @description Page that the channel announced for the visitor's next message. Absent if there is none. */
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
        /** @description A matching visitor. */
        VisitorHit: {
            /** @description The visitor. */
            visitor: components["schemas"]["VisitorWithActivity"];
            /** @description Channel on which the visitor writes. */
            channel: components["schemas"]["ChatChannel"];
            /** @description Whether the whole query is the visitor's email address, phone number, visitor number, customer id, or a number in their custom data. */
            exact: boolean;
            /** @description The entry of custom data that matches. Null if none does. */
            data: {
                /** @description Text above the entry. Null if there is none. */
                title: string | null;
                /** @description Text of the entry. */
                content: string;
            } | null;
        };
        /** @description A visitor who may be the same person. */
        VisitorMatch: {
            /** @description The suggested visitor. */
            visitor: components["schemas"]["PersonVisitor"];
            /** @description The values that both visitors have. */
            contacts: components["schemas"]["SharedContact"][];
        };
        /** @description Visitors who may be the same person. */
        VisitorMatches: {
            /** @description At most 10 visitors, newest first. */
            items: components["schemas"]["VisitorMatch"][];
        };
        /** @description A merge of two visitors. */
        VisitorMerge: {
            /** @description The lower of the two visitor numbers. */
            visitor: number;
            /** @description The higher of the two visitor numbers. */
            other: number;
            /** @description Operator who merged them. Null if the operator no longer exists. */
            by: components["schemas"]["NamedRef"] | null;
            /** @description Time of the merge. */
            at: string;
        };
        /** @description A visitor who has a page with a widget open now. */
        VisitorOnline: {
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
            /** @description Latest consent that the visitor gave in a form of the widget. Absent if there is none. */
            consent?: components["schemas"]["Consent"];
            /** @description Page that the channel announced for the visitor's next message. Absent if there is none. */
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
            /** @description Time of the latest message, or of the start of the latest chat. Null if the visitor has no chat. */
            last_seen_at: string | null;
            /** @description Chat with the latest activity. Null if there is none. */
            chat: components["schemas"]["LatestChat"] | null;
            /** @description Number of chats. */
            chats: number;
            /** @description Whether a block list entry blocks the visitor now. */
            blocked: boolean;
            /**
             * @description `browsing`, `invited` (has not answered an invitation yet) or `chatting` (has a running chat).
             * @enum {string}
             */
            state: "browsing" | "invited" | "chatting";
            /** @description The widget. */
            channel: components["schemas"]["ChatChannel"];
            /** @description Time when the visit began. */
            since: string;
            /** @description Number of visits, including this one. */
            visits: number;
            /** @description Number of pages that the visitor opened in this visit. */
            pages: number;
            /** @description Pages of this visit, the current one first. Empty if unknown. */
            trail: {
                /** @description URL of the page. */
                url: string;
                /** @description Title of the page. */
                title: string;
                /** @description Time when the page was opened. */
                at: string;
            }[];
            /** @description Page from which the visitor came to the site. Empty if unknown. */
            referrer: string;
            /** @description Origin of the visit. */
            session: components["schemas"]["VisitSource"];
            /** @description Latest invitation. Null if there is none. */
            invitation: {
                /** @description Text that the visitor sees. */
                text: string;
                /** @description Time when it was sent. */
                at: string;
                /**
                 * @description Furthest state that was reported: `sent`, `shown`, `opened` or `declined`.
                 * @enum {string}
                 */
                state: "sent" | "shown" | "opened" | "declined";
                /**
                 * @description Who invited: an operator, a trigger (`rule`) or the script of the page.
                 * @enum {string}
                 */
                by: "script" | "rule" | "operator";
                /** @description Operator who invited. Null for `rule` and `script`. */
                operator: components["schemas"]["NamedRef"] | null;
            } | null;
        };
        /** @description Values to set with the source `operator`. Null or an empty text removes a value. Absent fields stay unchanged. */
        VisitorPatch: {
            /** @description Name, at most 255 characters. */
            name?: string | null;
            /** @description Phone number, at most 255 characters. */
            phone?: string | null;
            /** @description Email address, at most 255 characters. */
            email?: string | null;
            /** @description Description, at most 2,000 characters. */
            description?: string | null;
        };
        /** @description A visitor, with the person to whom operators merged them. */
        VisitorProfile: {
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
            /** @description Latest consent that the visitor gave in a form of the widget. Absent if there is none. */
            consent?: components["schemas"]["Consent"];
            /** @description Page that the channel announced for the visitor's next message. Absent if there is none. */
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
            /** @description Time of the latest message, or of the start of the latest chat. Null if the visitor has no chat. */
            last_seen_at: string | null;
            /** @description Chat with the latest activity. Null if there is none. */
            chat: components["schemas"]["LatestChat"] | null;
            /** @description Number of chats. */
            chats: number;
            /** @description Whether a block list entry blocks the visitor now. */
            blocked: boolean;
            /** @description The person. Null if the visitor was not merged. */
            person: components["schemas"]["Person"] | null;
        };
        /** @description A visitor with their latest activity, computed from the chats that you may see. */
        VisitorWithActivity: {
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
            /** @description Latest consent that the visitor gave in a form of the widget. Absent if there is none. */
            consent?: components["schemas"]["Consent"];
            /** @description Page that the channel announced for the visitor's next message. Absent if there is none. */
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
            /** @description Time of the latest message, or of the start of the latest chat. Null if the visitor has no chat. */
            last_seen_at: string | null;
            /** @description Chat with the latest activity. Null if there is none. */
            chat: components["schemas"]["LatestChat"] | null;
            /** @description Number of chats. */
            chats: number;
            /** @description Whether a block list entry blocks the visitor now. */
            blocked: boolean;
        };
        /** @description A page of visitors. */
        Visitors: {
            /** @description The visitors of this page. */
            items: components["schemas"]["VisitorWithActivity"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Visitors who are on a site now. */
        VisitorsOnline: {
            /** @description The 500 who came last, longest on the site first. */
            items: components["schemas"]["VisitorOnline"][];
            /** @description Number of all visitors who are online. */
            total: number;
        };
        /** @description A page of visits, latest first. */
        Visits: {
            /** @description The visits of this page, latest first. */
            items: components["schemas"]["Visit"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description A URL of yours that receives events. */
        Webhook: {
            /** @description Id of the webhook. */
            id: number;
            /** @description Display name. Empty if it has none; the URL is then shown. */
            name: string;
            /** @description Id of the webhook's endpoint, as in deliveries. */
            endpoint_id: number;
            /** @description URL that is called, exactly as entered. */
            url: string;
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description Events that are sent. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Ids of the channels whose events are sent. Null means all. */
            channels: number[] | null;
            /** @description Ids of the departments whose events are sent. Null means all, and events without a department. */
            departments: number[] | null;
            /** @description Optional parts of the body that are sent. */
            blocks: components["schemas"]["WebhookBlock"][];
            /** @description Whether `message_created` contains the text of the message. Default: false. */
            message_text: boolean;
            /** @description Seconds for which `chat_finished` waits for the visitor's rating: 0 to 600, default 60. 0 means that it does not wait. */
            rating_wait_s: number;
            /** @description Set if Parlour turned the webhook off. Null otherwise. */
            off: {
                /** @description Time when it was turned off. */
                at: string;
                /** @description `gone`: the URL returned 410. `failing`: no success for 120 hours. Enable the webhook to clear it. */
                reason: string | null;
            } | null;
            /** @description Last four characters of the signing secret. Empty unless you may manage webhooks. */
            secret_hint: string;
            /** @description Time when the signing secret was created. Null if unknown. */
            secret_created_at: string | null;
            /** @description Time of the latest attempt, successful or not. Null if there was none. */
            last_used_at: string | null;
            /** @description Time of the latest successful attempt. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed attempt. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time when the webhook was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the webhook. It can then be changed only there or with an API key. */
            managed: boolean;
        };
        /**
         * @description Optional part of the body of webhook events.
         * @enum {string}
         */
        WebhookBlock: "tags" | "invitation" | "custom_data" | "rating_comment";
        /**
         * @description Name of a webhook event. The first six are sent by default; the others only if the webhook names them.
         * @enum {string}
         */
        WebhookEvent: "call_event" | "chat_accepted" | "chat_assigned" | "chat_updated" | "chat_finished" | "offline_message" | "chat_created" | "message_created" | "chat_rated" | "visitor_updated" | "message_delivery_failed";
        /** @description Changes of a webhook. Absent fields stay unchanged. */
        WebhookPatch: {
            /** @description URL to call: `http` or `https`, without user name and password, at most 2,048 characters. */
            url?: string;
            /** @description Whether events are sent. `true` also turns on a webhook that Parlour turned off. */
            enabled?: boolean;
            /** @description Events to send, at least one. */
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Ids of the channels whose events are sent. Null means all. */
            channels?: number[] | null;
            /** @description Ids of the departments whose events are sent. Null means all, and events without a department. */
            departments?: number[] | null;
            /** @description Whether `message_created` contains the text of the message. */
            message_text?: boolean;
            /** @description Optional parts of the body to send. */
            blocks?: components["schemas"]["WebhookBlock"][];
            /** @description Display name, at most 100 characters. */
            name?: string;
            /** @description Seconds for which `chat_finished` waits for the visitor's rating: 0 to 600. */
            rating_wait_s?: number;
        };
        /** @description Result of a test event to a webhook. */
        WebhookTestAttempt: {
            /** @description Outcome of the attempt. */
            outcome: components["schemas"]["Outcome"];
            /** @description HTTP status. Null if there was no response. */
            status: number | null;
            /** @description Duration in milliseconds. */
            duration_ms: number;
            /** @description Why it failed. Null if it succeeded. */
            error: components["schemas"]["ErrorDetail"] | null;
            /** @description The request. Null if nothing was sent, for example because no access token could be obtained. */
            request: components["schemas"]["SentRequest"] | null;
            /** @description The response. Null if there was none. */
            reply: components["schemas"]["ReceivedReply"] | null;
            /** @description Whether the response had `result: ok`. */
            result_ok: boolean;
            /** @description Data of the response, as operators would see it. Null if none is usable. */
            data: components["schemas"]["AppliedReplyData"] | null;
            /** @description Why there is no data, or which fields were dropped. Null if nothing was. */
            note: components["schemas"]["ErrorDetail"] | null;
        };
        /** @description A webhook with its new signing secret. */
        WebhookWithSecret: {
            /** @description Id of the webhook. */
            id: number;
            /** @description Display name. Empty if it has none; the URL is then shown. */
            name: string;
            /** @description Id of the webhook's endpoint, as in deliveries. */
            endpoint_id: number;
            /** @description URL that is called, exactly as entered. */
            url: string;
            /** @description Whether events are sent. */
            enabled: boolean;
            /** @description Events that are sent. */
            events: components["schemas"]["WebhookEvent"][];
            /** @description Ids of the channels whose events are sent. Null means all. */
            channels: number[] | null;
            /** @description Ids of the departments whose events are sent. Null means all, and events without a department. */
            departments: number[] | null;
            /** @description Optional parts of the body that are sent. */
            blocks: components["schemas"]["WebhookBlock"][];
            /** @description Whether `message_created` contains the text of the message. Default: false. */
            message_text: boolean;
            /** @description Seconds for which `chat_finished` waits for the visitor's rating: 0 to 600, default 60. 0 means that it does not wait. */
            rating_wait_s: number;
            /** @description Set if Parlour turned the webhook off. Null otherwise. */
            off: {
                /** @description Time when it was turned off. */
                at: string;
                /** @description `gone`: the URL returned 410. `failing`: no success for 120 hours. Enable the webhook to clear it. */
                reason: string | null;
            } | null;
            /** @description Last four characters of the signing secret. Empty unless you may manage webhooks. */
            secret_hint: string;
            /** @description Time when the signing secret was created. Null if unknown. */
            secret_created_at: string | null;
            /** @description Time of the latest attempt, successful or not. Null if there was none. */
            last_used_at: string | null;
            /** @description Time of the latest successful attempt. Null if there was none. */
            last_success_at: string | null;
            /** @description Latest failed attempt. Null if there was none. */
            last_failure: components["schemas"]["LastFailure"] | null;
            /** @description Time when the webhook was created. */
            created_at: string;
            /** @description Whether the provisioning file defines the webhook. It can then be changed only there or with an API key. */
            managed: boolean;
            /** @description The signing secret (`whsec_…`). Returned only once, by the request that created it. */
            signing_secret?: string;
        };
        /** @description A page of webhooks, in the order of their creation. */
        Webhooks: {
            /** @description The webhooks of this page, in the order of their creation. */
            items: components["schemas"]["Webhook"][];
            /** @description Value of `cursor` for the next page. Null on the last page. */
            next_cursor: string | null;
        };
        /** @description Intervals for each weekday, such as `09:00-18:00`. An interval whose end is before its start passes midnight. Absent weekdays are closed. */
        Week: {
            /** @description Monday. */
            mon?: string[];
            /** @description Tuesday. */
            tue?: string[];
            /** @description Wednesday. */
            wed?: string[];
            /** @description Thursday. */
            thu?: string[];
            /** @description Friday. */
            fri?: string[];
            /** @description Saturday. */
            sat?: string[];
            /** @description Sunday. */
            sun?: string[];
        };
        /**
         * @description Language of the widget.
         * @enum {string}
         */
        WidgetLanguageCode: "en" | "ru" | "es" | "ar" | "de" | "fr" | "pt" | "tr" | "uk" | "zh";
        /** @description Settings of a site widget. */
        WidgetSettings: {
            /** @description Prefixes of the script API: `widget` gives the object `widget_api` and callbacks such as `widget_onLoadCallback`. Default: `["widget"]`. */
            prefixes: string[];
            /** @description Sites on which the widget may run, such as `https://shop.example` or `https://*.shop.example`. An empty list (default) allows all sites. */
            origins: string[];
            /** @description Accent colour, as `#RRGGBB`. */
            accent: string;
            /**
             * @description Side of the page. Default: `right`.
             * @enum {string}
             */
            side: "right" | "left";
            /** @description Distance to the side of the page, in CSS pixels. Default: 24. */
            offset: number;
            /** @description Distance to the bottom of the page, in CSS pixels. Default: 24. */
            offset_bottom: number;
            /** @description Corner radius of the chat window and its bubbles, in CSS pixels. Default: 14. */
            radius: number;
            /**
             * @description Shape of the button. `none`: no button; your page opens the chat window. Default: `round`.
             * @enum {string}
             */
            launcher: "round" | "pill" | "none";
            /**
             * @description Background of the window header: the accent colour (`colour`, default) or plain.
             * @enum {string}
             */
            header: "colour" | "plain";
            /** @description Square PNG or SVG of at most 64 KiB, as a data URL. Null (default): the first letter of the name. */
            logo: string | null;
            /** @description Whether first names and pictures of operators are shown before the chat. Default: true. */
            show_operators: boolean;
            /**
             * @description Colour scheme. `page` (default) follows the page.
             * @enum {string}
             */
            scheme: "light" | "dark" | "page";
            /** @description Language of the widget. Null (default): the language of the page, otherwise of the browser. */
            language: components["schemas"]["WidgetLanguageCode"] | null;
            /** @description Your own texts, by language. Absent texts have their defaults. */
            texts: {
                /** @description Texts in this language. */
                en?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                ru?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                es?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                ar?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                de?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                fr?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                pt?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                tr?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                uk?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                zh?: components["schemas"]["WidgetTexts"];
            };
            /** @description Ids of the departments that the visitor can choose before the chat, in this order. Empty (default): no choice. */
            departments: number[];
            /** @description Working hours of the widget. Null (default) means those of the account. */
            hours: components["schemas"]["WorkingHours"] | null;
            /** @description Contact form. */
            contacts: {
                /**
                 * @description When it is shown: not at all (`off`, default), `before` the chat, or `during` it.
                 * @enum {string}
                 */
                when: "off" | "before" | "during";
                /** @description Whether the form asks for the name. */
                name: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the email address. */
                email: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the phone number. */
                phone: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for a description. */
                description: components["schemas"]["FieldMode"];
            };
            /** @description Link in the consent text. Null (default): no link. Forms ask for consent only if the text `consent` is set. */
            consent_url: string | null;
            /** @description Offline form. */
            offline: {
                /** @description Whether visitors can leave a message when nobody is available. Default: true. */
                enabled: boolean;
                /** @description Whether the form asks for the name. */
                name: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the email address. */
                email: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the phone number. */
                phone: components["schemas"]["FieldMode"];
            };
            /** @description Whether visitors can ask to be called. The call settings decide when that is possible. Default: false. */
            calls: boolean;
            /** @description Whether visitors can send files. Default: true. */
            files: boolean;
            /** @description Kinds of files that visitors can send. An empty list (default) allows all kinds that the installation accepts. */
            file_kinds: ("pictures" | "audio_video" | "pdf" | "text" | "office" | "archives")[];
            /** @description Whether visitors are asked for a rating after the chat. Default: true. */
            rating: boolean;
            /** @description Whether a sound is played for new messages. Default: true. */
            sound: boolean;
            /** @description Whether visitors can have the conversation emailed to them. Default: true. */
            transcript: boolean;
            /** @description Whether operators see the text while visitors type. The chat window says so. Default: false. */
            typing_preview: boolean;
            /** @description Whether the chat window opens when an operator replies. Default: false. */
            open_on_reply: boolean;
            /** @description Whether the page title shows the number of unread messages. Default: false. */
            title_badge: boolean;
            /** @description Whether the preview of a new message shows its text, and not only its author. Default: true. */
            teaser_text: boolean;
            /** @description Whether the widget reads the cookies `_ga` and `_ym_uid` of the page. Default: false. */
            analytics_ids: boolean;
            /** @description Where the widget is hidden. */
            hidden: {
                /** @description Parts of page URLs. */
                urls: string[];
                /** @description ISO 3166-1 alpha-2 codes of countries. */
                countries: string[];
                /** @description Kinds of devices. */
                devices: ("desktop" | "mobile" | "tablet")[];
            };
            /** @description Limits for invitations. */
            invitations: {
                /** @description Maximum number of invitations in one visit. Default: 1. */
                per_visit: number;
                /** @description Minutes without an invitation after the visitor closed the chat window. Default: 0. */
                after_close_min: number;
            };
        };
        /** @description Settings of a site widget to change. Absent settings stay unchanged. */
        WidgetSettingsPatch: {
            /** @description Prefixes of the script API: `widget` gives the object `widget_api` and callbacks such as `widget_onLoadCallback`. */
            prefixes?: string[];
            /** @description Sites on which the widget may run, such as `https://shop.example` or `https://*.shop.example`. An empty list allows all sites. */
            origins?: string[];
            /** @description Accent colour, as `#RRGGBB`. */
            accent?: string;
            /**
             * @description Side of the page.
             * @enum {string}
             */
            side?: "right" | "left";
            /** @description Distance to the side of the page, in CSS pixels. */
            offset?: number;
            /** @description Distance to the bottom of the page, in CSS pixels. */
            offset_bottom?: number;
            /** @description Corner radius of the chat window and its bubbles, in CSS pixels. */
            radius?: number;
            /**
             * @description Shape of the button. `none`: no button; your page opens the chat window.
             * @enum {string}
             */
            launcher?: "round" | "pill" | "none";
            /**
             * @description Background of the window header: the accent colour (`colour`) or plain.
             * @enum {string}
             */
            header?: "colour" | "plain";
            /** @description Square PNG or SVG of at most 64 KiB, as a data URL. Null: the first letter of the name. */
            logo?: string | null;
            /** @description Whether first names and pictures of operators are shown before the chat. */
            show_operators?: boolean;
            /**
             * @description Colour scheme. `page` follows the page.
             * @enum {string}
             */
            scheme?: "light" | "dark" | "page";
            /** @description Language of the widget. Null: the language of the page, otherwise of the browser. */
            language?: components["schemas"]["WidgetLanguageCode"] | null;
            /** @description Your own texts, by language. Absent texts have their defaults. */
            texts?: {
                /** @description Texts in this language. */
                en?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                ru?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                es?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                ar?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                de?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                fr?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                pt?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                tr?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                uk?: components["schemas"]["WidgetTexts"];
                /** @description Texts in this language. */
                zh?: components["schemas"]["WidgetTexts"];
            };
            /** @description Ids of the departments that the visitor can choose before the chat, in this order. Empty: no choice. */
            departments?: number[];
            /** @description Working hours of the widget. Null means those of the account. */
            hours?: components["schemas"]["WorkingHours"] | null;
            /** @description Contact form. */
            contacts?: {
                /**
                 * @description When it is shown: not at all (`off`), `before` the chat, or `during` it.
                 * @enum {string}
                 */
                when: "off" | "before" | "during";
                /** @description Whether the form asks for the name. */
                name: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the email address. */
                email: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the phone number. */
                phone: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for a description. */
                description: components["schemas"]["FieldMode"];
            };
            /** @description Link in the consent text. Null: no link. Forms ask for consent only if the text `consent` is set. */
            consent_url?: string | null;
            /** @description Offline form. */
            offline?: {
                /** @description Whether visitors can leave a message when nobody is available. */
                enabled: boolean;
                /** @description Whether the form asks for the name. */
                name: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the email address. */
                email: components["schemas"]["FieldMode"];
                /** @description Whether the form asks for the phone number. */
                phone: components["schemas"]["FieldMode"];
            };
            /** @description Whether visitors can ask to be called. The call settings decide when that is possible. */
            calls?: boolean;
            /** @description Whether visitors can send files. */
            files?: boolean;
            /** @description Kinds of files that visitors can send. An empty list allows all kinds that the installation accepts. */
            file_kinds?: ("pictures" | "audio_video" | "pdf" | "text" | "office" | "archives")[];
            /** @description Whether visitors are asked for a rating after the chat. */
            rating?: boolean;
            /** @description Whether a sound is played for new messages. */
            sound?: boolean;
            /** @description Whether visitors can have the conversation emailed to them. */
            transcript?: boolean;
            /** @description Whether operators see the text while visitors type. The chat window says so. */
            typing_preview?: boolean;
            /** @description Whether the chat window opens when an operator replies. */
            open_on_reply?: boolean;
            /** @description Whether the page title shows the number of unread messages. */
            title_badge?: boolean;
            /** @description Whether the preview of a new message shows its text, and not only its author. */
            teaser_text?: boolean;
            /** @description Whether the widget reads the cookies `_ga` and `_ym_uid` of the page. */
            analytics_ids?: boolean;
            /** @description Where the widget is hidden. */
            hidden?: {
                /** @description Parts of page URLs. */
                urls: string[];
                /** @description ISO 3166-1 alpha-2 codes of countries. */
                countries: string[];
                /** @description Kinds of devices. */
                devices: ("desktop" | "mobile" | "tablet")[];
            };
            /** @description Limits for invitations. */
            invitations?: {
                /** @description Maximum number of invitations in one visit. */
                per_visit: number;
                /** @description Minutes without an invitation after the visitor closed the chat window. */
                after_close_min: number;
            };
        };
        /** @description Your own texts in one language. An absent text has its default. */
        WidgetTexts: {
            /** @description Title of the chat window. */
            title?: string;
            /** @description Label of the button. Empty: only the icon. */
            label?: string;
            /** @description Greeting before the first message. */
            greeting?: string;
            /** @description Text above the offline form. */
            offline?: string;
            /** @description Text above the call form. */
            call?: string;
            /** @description Consent that the forms ask for. If absent, they do not ask. */
            consent?: string;
        };
        /** @description Working hours. */
        WorkingHours: {
            /** @description IANA name of the time zone, such as `Europe/Berlin`. */
            timezone: string;
            /** @description Intervals for each weekday. */
            week: components["schemas"]["Week"];
            /** @description Intervals for single dates, such as `2026-12-24`. They replace those of the weekday. An empty list means closed. */
            exceptions?: {
                [key: string]: string[];
            };
            /** @description Names and last days of exceptions, by the date in `exceptions` on which they begin. Absent in a change: the stored ones of dates that remain are kept. */
            exception_details?: {
                [key: string]: components["schemas"]["ExceptionDetails"];
            };
        };
    };
    responses: {
        /** @description The request is not valid. `field` names the wrong field. Codes: `invalid_request`, `private_address`, `invalid_json`. */
        InvalidRequest: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Missing, wrong or expired credentials. Codes: `invalid_credentials`, `invalid_token`, `unauthorized`. */
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The role or the API key does not permit this, or you must confirm your identity first. Codes: `forbidden`, `confirmation_needed`, `second_factor_needed`, `channel_disabled`. */
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description There is no such object, or you may not see it. Codes: `not_found`. */
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The state of the object does not permit this. Codes: `already_accepted`, `at_limit`, `already_set_up`, `already_running`, `chat_closed`, `no_crm_card`, `no_rating`, `call_running`, `not_closed`, `not_open`, `not_available`, `no_transfer`, `transfer_open`, `visitor_blocked`, `reply_window_closed`, `name_taken`, `address_taken`, `in_use`, `not_deliverable`, `already_sent`, `managed_by_file`, `last_owner`. */
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The cursor cannot be continued. Read the data again and continue from `start`. Codes: `cursor_gone`. */
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
        /** @description The body has a media type that is not accepted. Codes: `unsupported_media_type`. */
        UnsupportedMediaType: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description The `Idempotency-Key` was used with another body or for another operation. Codes: `idempotency_conflict`. */
        KeyReused: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Too many requests. Try again after the time in `Retry-After`. Codes: `rate_limited`. */
        TooManyRequests: {
            headers: {
                /** @description Seconds to wait before the next request. */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ApiError"];
            };
        };
        /** @description Not acknowledged: the outcome may be unknown. Repeat the request with the same `Idempotency-Key` after the time in `Retry-After`. Codes: `temporarily_unavailable`. */
        Unavailable: {
            headers: {
                /** @description Seconds to wait before the next request. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The picture.
                     */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
            /** @description Done. The response has no body. */
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
                /** @description Id of the application. */
                client_id: string;
                /** @description Address that receives the code. It must be registered. */
                redirect_uri: string;
                /** @description Always `code`. */
                response_type: string;
                /** @description Code challenge (RFC 7636). */
                code_challenge: string;
                /** @description Always `S256`. */
                code_challenge_method: string;
                /** @description Requested scopes, separated by spaces. */
                scope?: string;
                /** @description Value that is returned to the application. */
                state?: string;
                /** @description If present, `<PUBLIC_URL>/mcp`. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the access, as in `GET /me/applications`. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the passkey. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the passkey. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the session. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the OIDC provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the OIDC provider. */
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
                /** @description Only chats in this state. */
                state?: components["schemas"]["ChatState"];
                /** @description Only chats of this view of the inbox. */
                view?: components["schemas"]["ChatView"];
                /** @description Only chats of this operator: an id, `me`, or `none` for chats without one. */
                assignee?: string;
                /** @description Only chats of this channel. */
                channel?: string;
                /** @description Only chats of this department. Of closed chats, only the 20,000 with the latest activity are searched. */
                department?: string;
                /** @description Visitor number. Only chats of this visitor and of the visitors merged with them. */
                visitor?: string;
                /** @description Only chats with this tag. Of closed chats, only the 5,000 that were tagged last are searched. */
                tag?: string;
                /** @description Only chats in this language of the chat window, such as `de` (which includes `de-AT`). Of closed chats, only the 20,000 with the latest activity are searched. */
                language?: string;
                /** @description Part of the visitor's name, phone number or email address, or the visitor number, with or without `#`. Searches the 500 newest visitors that match. */
                q?: string;
                /** @description `activity` (default): latest activity first. `created`: newest first. */
                sort?: "activity" | "created";
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Id of the chat. */
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
                /** @description Only messages with a lower sequence number: the latest of them. */
                before?: number;
                /** @description Only messages with a higher sequence number: the earliest of them. */
                after?: number;
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
            /** @description The request was a repeat: this is the first result. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
            /** @description Done. The response has no body. */
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
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
    startEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEmail"];
            };
        };
        responses: {
            /** @description Success. */
            201: {
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
    acceptChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Reason that the sender reads. Absent: none. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Reason, stored with the chat. Absent: none. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
            /** @description Done. The response has no body. */
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
                /** @description Format of the file. */
                format: "txt" | "html";
                /** @description Whether to include internal notes and operator-only system messages. Default: false. */
                notes?: boolean;
            };
            header?: never;
            path: {
                /** @description Id of the chat. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transcript, as plain text or HTML. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the tag. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tag. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the tag. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description Format of the file. */
                format: components["schemas"]["ReplyFormat"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The quick replies, as CSV or JSON. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the quick reply. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the quick reply. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the quick reply. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the quick reply. */
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
            /** @description Done. The response has no body. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file.
                     */
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
                /** @description Id of the upload. */
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
                /** @description Address of the picture, http or https. */
                url: string;
                /** @description `image` (default): a picture of a person or a preview, at most 1 MiB. `photo`: the file of a photo or sticker, at most 25 MiB. */
                kind?: "image" | "photo";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The picture, with its own media type. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Time at which the block ends (RFC 3339). Absent: it does not end. */
                    until?: string | null;
                    /** @description Reason, for operators only. Absent: none. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
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
                /** @description Cursor from the previous response, `EPOCH:POSITION`. Absent: returns the current cursor and no events. */
                after?: string;
                /** @description Names of events, separated by commas. Absent: all. */
                types?: string;
                /** @description Seconds to wait for the first event: 0 to 60. Default: 0. No effect on a stream. */
                wait?: number;
                /** @description Maximum number of events: 1 to 1,000. Default: 100. No effect on a stream. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. With `Accept: text/event-stream`, a stream that does not end. */
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
                /** @description Search query, at most 500 characters: words, "exact phrases", `-excluded`, and filters such as `from:visitor`, `has:file`, `tag:NAME`, `operator:NAME`, `channel:NAME`, `state:closed`, `rating:negative`, `after:2026-01-01` and `before:2026-01-31`. */
                q?: string;
                /** @description `messages` (default), or `all` to also find visitors and their chats. */
                scope?: "messages" | "all";
                /** @description `best` (default): chats with the newest match first. `newest` and `oldest`: by the newest or oldest match. Without words: by latest activity. */
                sort?: "best" | "newest" | "oldest";
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Search query, at most 500 characters: words, "exact phrases", `-excluded`, and filters such as `from:visitor`, `has:file`, `tag:NAME`, `operator:NAME`, `channel:NAME`, `state:closed`, `rating:negative`, `after:2026-01-01` and `before:2026-01-31`. Without words, `from:` and `has:`, nothing matches. */
                q?: string;
            };
            header?: never;
            path: {
                /** @description Id of the chat. */
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
                /** @description Search query, at most 500 characters: words, "exact phrases", `-excluded`, and filters such as `from:visitor`, `has:file`, `tag:NAME`, `operator:NAME`, `channel:NAME`, `state:closed`, `rating:negative`, `after:2026-01-01` and `before:2026-01-31`. */
                q?: string;
                /** @description Format of the file. Default: `csv`. */
                format?: "csv" | "xlsx" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The results, as CSV, XLSX or JSON Lines. */
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
                /** @description First day, such as `2026-11-01`. Use it with `to`. */
                from?: string;
                /** @description Last day, included. Use it with `from`. */
                to?: string;
                /** @description Instead of `from` and `to`: this many days up to today, 1 to 400. */
                last?: number;
                /** @description Only chats of this channel. */
                channel?: string;
                /** @description Only chats of this department. `none`: chats without one. */
                department?: string;
                /** @description Only chats of this operator (for answers, those that the operator wrote). `none`: chats that no operator had. */
                operator?: string;
                /** @description Only chats of this bot. */
                bot?: string;
                /** @description Period to compare with. Default: `before`. */
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
                /** @description First day, such as `2026-11-01`. Use it with `to`. */
                from?: string;
                /** @description Last day, included. Use it with `from`. */
                to?: string;
                /** @description Instead of `from` and `to`: this many days up to today, 1 to 400. */
                last?: number;
                /** @description Only chats of this channel. */
                channel?: string;
                /** @description Only chats of this department. `none`: chats without one. */
                department?: string;
                /** @description Only chats of this operator (for answers, those that the operator wrote). `none`: chats that no operator had. */
                operator?: string;
                /** @description Only chats of this bot. */
                bot?: string;
                /** @description Only chats that began on this weekday, 1 (Monday) to 7. */
                weekday?: number;
                /** @description Only chats that began in this hour, 0 to 23. */
                hour?: number;
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The figure whose chats to list. */
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
                /** @description First day, such as `2026-11-01`. Use it with `to`. */
                from?: string;
                /** @description Last day, included. Use it with `from`. */
                to?: string;
                /** @description Instead of `from` and `to`: this many days up to today, 1 to 400. */
                last?: number;
                /** @description Only chats of this channel. */
                channel?: string;
                /** @description Only chats of this department. `none`: chats without one. */
                department?: string;
                /** @description Only chats of this operator (for answers, those that the operator wrote). `none`: chats that no operator had. */
                operator?: string;
                /** @description Only chats of this bot. */
                bot?: string;
                /** @description Table to export. */
                table: components["schemas"]["ReportTable"];
                /** @description Format of the file. Default: `csv`. */
                format?: "csv" | "xlsx";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The table, as CSV or XLSX. */
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
                /** @description Part of the name, phone number or email address, or the visitor number, with or without `#`. */
                q?: string;
                /** @description `number` (default): newest visitor first. `seen`: latest activity first. */
                sort?: "number" | "seen";
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Number of the visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
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
                /** @description Number of the visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
                number: string;
                /** @description Number of the other visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
                number: string;
                /** @description Number of the other visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
                number: string;
                /** @description Number of the other visitor. */
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
                number: string;
                /** @description Number of the other visitor. */
                other: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
            /** @description A zip file. Its last entry is the manifest. */
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
                /** @description Number of the visitor. */
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A zip file with `visitor.json`, one `visitor-<number>.json` for each merged visitor, the files, and `files.json`, which lists every file and whether its content is lost. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Number of the visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Number of the visitor. */
                number: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Time at which the block ends (RFC 3339). Absent: it does not end. */
                    until?: string | null;
                    /** @description Reason, for operators only. Absent: none. */
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
                /** @description Only entries in this state. */
                state?: "in_force" | "over" | "lifted";
                /** @description Only entries of this kind. */
                kind?: components["schemas"]["BlockListKind"];
                /** @description Part of the value or the reason. */
                q?: string;
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the block list entry. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the block list entry. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the block list entry. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the channel. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
                /** @description Id of the channel. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the channel. */
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
    findConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionLookup"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FoundConnection"];
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
    testConnection: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConnectionTestRequest"];
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
    startMailSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMailSignIn"];
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
            422: components["responses"]["KeyReused"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    finishMailSignIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MailSignInQuery"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinishedMailSignIn"];
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
    listChannelEmails: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the channel. */
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
                    "application/json": components["schemas"]["ChannelEmails"];
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
    listOperators: {
        parameters: {
            query?: {
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the operator. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the operator. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the operator. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the operator. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the account. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the department. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the department. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the department. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Only calls in this state. */
                state?: components["schemas"]["CallListState"];
                /** @description Only calls of this chat. */
                chat?: string;
                /** @description Visitor number. Only calls of this visitor and of the visitors merged with them. */
                visitor?: string;
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the call. */
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
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the call. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the bot provider. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the bot provider. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the bot provider. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the bot. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the bot. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the bot. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the bot. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the webhook. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the webhook. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the webhook. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the webhook. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Id of the trigger. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the trigger. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the trigger. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Ids of all triggers, in the new order. */
                    ids: number[];
                };
            };
        };
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the API key. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description Only entries at or after this time (RFC 3339). */
                since?: string;
                /** @description Only entries before this time (RFC 3339). */
                until?: string;
                /** @description Only this action, such as `channel.create`, or all actions with this first part, such as `channel`. */
                action?: string;
                /** @description Only actions of this operator. */
                operator?: string;
                /** @description Only actions that were done (`ok`) or refused. */
                result?: components["schemas"]["AuditResult"];
                /** @description Part of the target, the changes, the IP address or the request id. */
                q?: string;
                /** @description Default: `account`. `installation`: entries that belong to no account, for the owner of the installation only. */
                scope?: components["schemas"]["AuditScope"];
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Default: `account`. `installation`: entries that belong to no account, for the owner of the installation only. */
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
                /** @description Default: `account`. `installation`: entries that belong to no account, for the owner of the installation only. */
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
                /** @description Only entries at or after this time (RFC 3339). */
                since?: string;
                /** @description Only entries before this time (RFC 3339). */
                until?: string;
                /** @description Only this action, such as `channel.create`, or all actions with this first part, such as `channel`. */
                action?: string;
                /** @description Only actions of this operator. */
                operator?: string;
                /** @description Only actions that were done (`ok`) or refused. */
                result?: components["schemas"]["AuditResult"];
                /** @description Part of the target, the changes, the IP address or the request id. */
                q?: string;
                /** @description Default: `account`. `installation`: entries that belong to no account, for the owner of the installation only. */
                scope?: components["schemas"]["AuditScope"];
                /** @description Format of the file. Default: `csv`. */
                format?: "csv" | "xlsx" | "jsonl";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entries, as CSV, XLSX or JSON Lines. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
    getBackupState: {
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
                    "application/json": components["schemas"]["BackupState"];
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
    setBackupSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BackupSettings"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BackupState"];
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
    startBackup: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
    listOAuthClients: {
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
                    "application/json": components["schemas"]["OAuthClients"];
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
    setOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Provider of the client. */
                provider: components["schemas"]["OAuthProvider"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewOAuthClient"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthClient"];
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
    removeOAuthClient: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Provider of the client. */
                provider: components["schemas"]["OAuthProvider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
    listOfflineMessages: {
        parameters: {
            query?: {
                /** @description Only messages in this state. */
                state?: "new" | "taken" | "done";
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Id of the offline message. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the offline message. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the offline message. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the offline message. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the offline message. */
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
                /** @description Only emails of this channel. */
                channel?: string;
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Id of the ignored email. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the ignored email. */
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
                /** @description Only deliveries of this chat. */
                chat?: string;
                /** @description Only deliveries of the message with this sequence number. Use it with `chat`. */
                seq?: string;
                /** @description Only deliveries to this endpoint. */
                endpoint?: string;
                /** @description Only deliveries to this kind of endpoint. */
                kind?: components["schemas"]["DeliveryKind"];
                /** @description Only deliveries of this event, such as `text`, `CLIENT_MESSAGE` or `chat_finished`. */
                event?: string;
                /** @description Only deliveries in this state. `retrying`: pending after a failed attempt. `not_usable`: accepted, but Parlour could not use the response. */
                state?: "pending" | "delivered" | "failed" | "dead" | "retrying" | "not_usable";
                /** @description Only deliveries created at or after this time (RFC 3339). */
                since?: string;
                /** @description Only deliveries created before this time (RFC 3339). */
                until?: string;
                /** @description Id of a chat or a delivery, with or without `#`. */
                q?: string;
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Id of the delivery. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the delivery. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
                id: string;
                /** @description Sequence number of the message. */
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
    undoMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
                id: string;
                /** @description Sequence number of the message. */
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
    sendMessageNow: {
        parameters: {
            query?: never;
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the chat. */
                id: string;
                /** @description Sequence number of the message. */
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
                /** @description Only deliveries to this endpoint. */
                endpoint?: string;
                /** @description Only deliveries to this kind of endpoint. */
                kind?: components["schemas"]["DeliveryKind"];
                /** @description Only deliveries of this event. */
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
                /** @description `true`: only count the deliveries. Default: `false`. */
                dry_run?: "true" | "false";
            };
            header?: {
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description Only endpoints of this kind. */
                kind?: components["schemas"]["EndpointKind"];
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
                limit?: number;
                /** @description Value of `next_cursor` from the previous page. Absent: the first page. */
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
                /** @description Id of the endpoint. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the endpoint. */
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
                /** @description Only requests with a higher id. Absent: the latest requests. */
                after?: string;
                /** @description Only requests from or to this kind of endpoint. */
                kind?: components["schemas"]["EndpointKind"];
                /** @description Only requests to this channel or bot. */
                owner?: string;
                /** @description Only requests to this endpoint. */
                endpoint?: string;
                /** @description `in`: only requests that Parlour received. `out`: only requests that Parlour sent. */
                direction?: "in" | "out";
                /** @description `true`: only requests with a fault. `false`: only requests without. */
                fault?: "true" | "false";
                /** @description Maximum number of items on the page: 1 to 200. Default: 50. */
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
                /** @description Id of the bot. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the bot. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the webhook. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the notification device. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. The response has no body. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description Id of the notification device. */
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
                /** @description A value of your choice, 1 to 255 visible ASCII characters, that makes a repeated request safe. For 24 hours, the same key with the same body returns the first response and changes nothing again. The same key with another body returns 422. */
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
            /** @description Done. The response has no body. */
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
