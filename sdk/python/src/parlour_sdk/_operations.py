"""Methods of the clients, one for each operation of the service API.

Generated: npm run x -- node tools/generate-python-sdk.ts
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Literal

from . import types
from ._transport import AsyncCaller, SyncCaller, create_key, quote_segment


class Operations(SyncCaller):
    """Calls the operations of the service API. Each method waits for the answer."""

    def get_setup_state(self) -> types.SetupState:
        """Check whether the installation needs setup.

        Returns `needed: true` until the first account has an owner. Use it to choose between
        the setup page and the sign-in page.

        Needs no authentication.
        """
        return self._call("GET", "/setup")

    def set_up_installation(self, body: types.Setup) -> types.SignedIn:
        """Set up the installation and sign in.

        Creates the first account with its owner, who also owns the installation, and starts a
        session (cookie). `token` comes from the one-time link that the server prints at start.
        Returns 409 `already_set_up` if setup is done, and 401 `invalid_token` for a wrong or
        expired token.

        Needs no authentication.
        """
        return self._call("POST", "/setup", body=body)

    def list_sign_in_methods(self) -> types.SignInMethods:
        """List the sign-in methods of this installation.

        Returns what the sign-in page can offer: the OpenID Connect providers, and whether a
        password can be reset by email.

        Needs no authentication.
        """
        return self._call("GET", "/sessions/ways")

    def create_passkey_challenge(self) -> types.PasskeyChallenge:
        """Create a challenge for passkey sign-in.

        Returns the options for `navigator.credentials.get()`, for a sign-in with a passkey and
        without a password. The options are valid once, for 10 minutes.

        Needs no authentication.
        """
        return self._call("POST", "/sessions/passkey")

    def start_oidc_sign_in(self, body: types.OidcStart) -> types.AuthorizationRedirect:
        """Start a sign-in with an OIDC provider.

        Returns the URL to open in the browser and sets a cookie that is valid for 10 minutes.
        After the provider redirects back, pass the query of that address as `oidc` to `POST
        /sessions`. Returns 409 `not_available` if the provider does not respond.

        Needs no authentication.
        """
        return self._call("POST", "/sessions/oidc", body=body)

    def sign_in(self, body: types.SignIn) -> types.SignedIn | types.SecondFactorRequired:
        """Sign in.

        Signs in with email and password, with a passkey, or with the result of an OIDC
        provider, and sets the session cookie. Returns 202 with the available methods if a
        second factor is needed: repeat the request with `code` or `passkey`. Returns 401
        `invalid_credentials` for wrong credentials, and 429 with `Retry-After` after repeated
        failures.

        Needs no authentication.
        """
        return self._call("POST", "/sessions", body=body)

    def list_sessions(self) -> types.Sessions:
        """List the sessions of all operators.

        Returns where the operators of the account are signed in, most recent first.

        Needs the scope `operators.manage`.
        """
        return self._call("GET", "/sessions")

    def sign_out(self, *, idempotency_key: str | None = None) -> None:
        """Sign out of this browser.

        Ends all sessions of this browser, including those in other accounts, and closes their
        sockets.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", "/sessions/current", key=idempotency_key or create_key())

    def get_profile(self) -> types.Operator:
        """Get your profile.

        Returns the operator that the session or API key acts for.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/me")

    def update_profile(
        self,
        body: types.MePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Update your profile.

        Changes your name, language or password. A new password needs `old_password` and ends
        your other sessions. Returns 409 `managed_by_file` if the provisioning file defines you.

        Needs the scope `profile.write`.
        """
        return self._call("PATCH", "/me", body=body, key=idempotency_key or create_key())

    def set_presence(
        self,
        body: types.PresenceChoice,
        *,
        idempotency_key: str | None = None,
    ) -> types.OwnPresence:
        """Set your presence.

        Presence counts only while an operator socket of the same session or API key is open,
        and for 20 seconds after it closes. Without a socket, the response has `presence_reason:
        no_socket`. Parlour does not switch a key to `away`: your program decides that. Counts
        while a socket of this session (or of this API key) is open and for 20 s after; without
        one `presence_reason` is `no_socket`. Going away without input is the application's to
        say.

        Needs the scope `presence.set`.
        """
        return self._call("PUT", "/me/presence", body=body, key=idempotency_key or create_key())

    def set_photo(
        self,
        file: tuple[str, bytes],
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Upload your photo.

        Send `multipart/form-data` with exactly one field, `file`: a PNG, JPEG, WebP or GIF of
        at most 5 MiB. The photo is stored as a square JPEG, and its URL is public. Returns 413
        if the file is too large, and 415 for another kind of file.

        Needs the scope `profile.write`.
        """
        return self._call("PUT", "/me/photo", file=file, key=idempotency_key or create_key())

    def delete_photo(self, *, idempotency_key: str | None = None) -> types.Operator:
        """Delete your photo.

        Returns your profile with `photo` null, also if you had no photo.

        Needs the scope `profile.write`.
        """
        return self._call("DELETE", "/me/photo", key=idempotency_key or create_key())

    def accept_invitation(self, body: types.AcceptInvitation) -> types.InvitationAccepted:
        """Accept an invitation or a password reset.

        Sets the password with the token of an invitation or reset link, and ends all sessions
        of the operator. Sign in afterwards with `POST /sessions`. Returns 401 `invalid_token`
        if the link was used, has expired or was replaced by a newer one.

        Needs no authentication.
        """
        return self._call("POST", "/invitations/accept", body=body)

    def request_password_reset(self, body: types.PasswordReset) -> None:
        """Request a password reset email.

        Emails a reset link, valid for 1 hour, if an active operator has this address. Always
        returns 204, so it does not tell whether the address is known. Returns 409
        `not_available` if the installation cannot send email.

        Needs no authentication.
        """
        return self._call("POST", "/password-resets", body=body)

    def describe_application_request(
        self,
        *,
        client_id: str,
        redirect_uri: str,
        response_type: str,
        code_challenge: str,
        code_challenge_method: str,
        scope: str | None = None,
        state: str | None = None,
        resource: str | None = None,
    ) -> types.DescribedAuthorization:
        """Check an application's access request.

        Validates the parameters that an application sent to the authorization page, and returns
        what to show before the operator decides. Nothing is granted.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/applications/request", query={"client_id": client_id, "redirect_uri": redirect_uri, "response_type": response_type, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "scope": scope, "state": state, "resource": resource})

    def connect_application(
        self,
        body: types.GrantAccess,
        *,
        idempotency_key: str | None = None,
    ) -> types.AuthorizationRedirect:
        """Grant access to an application.

        Grants the chosen scopes and returns the URL, with the authorization code, that the
        browser must open next. Returns 403 with field `scopes` for a scope that was not
        requested or that your role does not have.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/applications", body=body, key=idempotency_key or create_key())

    def list_own_applications(self) -> types.ConnectedApplications:
        """List your connected applications.

        Returns the applications that act for you by OAuth, most recent first.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/applications")

    def disconnect_application(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Disconnect an application.

        Ends the access of the application. Its tokens stop working immediately.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", f"/me/applications/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_own_sessions(self) -> types.Sessions:
        """List your sessions.

        Returns where you are signed in, most recent first.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/sessions")

    def end_other_sessions(self, *, idempotency_key: str | None = None) -> None:
        """End all your other sessions.

        Signs you out everywhere except here, and ends the access of your connected
        applications.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", "/me/sessions", key=idempotency_key or create_key())

    def end_own_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End one of your sessions.

        The session stops working within 2 seconds, and its sockets close.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", f"/me/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_own_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """List your sign-ins.

        Returns your sign-ins, including refused ones, newest first. They are kept as long as IP
        addresses are (90 days by default).

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_own_sign_ins(self, *, limit: int | None = None) -> Iterator[types.SignInEntry]:
        """Yields each item of all pages of `list_own_sign_ins`."""
        return self._iterate(lambda cursor: self.list_own_sign_ins(limit=limit, cursor=cursor))

    def list_reauthentication_methods(self) -> types.ReauthenticationMethods:
        """List your re-authentication methods.

        Returns how you can confirm your identity, and until when no confirmation is needed.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/confirm")

    def reauthenticate(
        self,
        body: types.Reauthentication,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Confirm your identity.

        Opens, for 15 minutes, the requests that change secrets, roles or the installation. Such
        requests return 403 `confirmation_needed` without it. Send exactly one of the three
        fields. Returns 400 with the field for a wrong value.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/confirm", body=body, key=idempotency_key or create_key())

    def get_own_security(self) -> types.MySecurity:
        """Get your second factors.

        Returns your authenticator app, passkeys and number of unused recovery codes, and
        whether the account requires a second factor.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/security")

    def create_totp_secret(self, *, idempotency_key: str | None = None) -> types.TotpSecret:
        """Create an authenticator app secret.

        Returns the secret, once. It counts as a second factor only after `POST
        /me/totp/confirm`.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/totp", key=idempotency_key or create_key())

    def delete_totp(self, *, idempotency_key: str | None = None) -> types.MySecurity:
        """Remove your authenticator app.

        Sign-ins no longer ask for its codes.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", "/me/totp", key=idempotency_key or create_key())

    def confirm_totp(
        self,
        body: types.TotpCode,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Confirm your authenticator app.

        Turns on the secret of `POST /me/totp` with a first code. If this is your first second
        factor, the response also contains recovery codes, once.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/totp/confirm", body=body, key=idempotency_key or create_key())

    def create_recovery_codes(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Create new recovery codes.

        Returns ten codes, once. All earlier recovery codes stop working.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/recovery-codes", key=idempotency_key or create_key())

    def create_passkey_options(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.PasskeyChallenge:
        """Create options for a new passkey.

        Returns the options for `navigator.credentials.create()`. They are valid once, for 10
        minutes.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/passkeys/options", key=idempotency_key or create_key())

    def add_passkey(
        self,
        body: types.NewPasskey,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Add a passkey.

        Stores the result of `navigator.credentials.create()`. If this is your first second
        factor, the response also contains recovery codes, once.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/passkeys", body=body, key=idempotency_key or create_key())

    def update_passkey(
        self,
        id: int,
        body: types.PasskeyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.MySecurity:
        """Rename a passkey.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("PATCH", f"/me/passkeys/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_passkey(self, id: int, *, idempotency_key: str | None = None) -> types.MySecurity:
        """Delete a passkey.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", f"/me/passkeys/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_own_accounts(self) -> types.BrowserAccounts:
        """List the accounts of this browser.

        Returns the accounts in which this browser is signed in.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/accounts")

    def switch_account(
        self,
        body: types.AccountSwitch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SignedIn:
        """Switch to another account.

        Continues in another account in which this browser is signed in, and replaces the
        session cookie. All pages of the browser switch. Returns 404 if the browser is not
        signed in there.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/sessions/switch", body=body, key=idempotency_key or create_key())

    def get_security_policy(self) -> types.SecurityPolicy:
        """Get the security policy.

        Returns whether the account requires a second factor, and which operators have none.

        Needs the scope `account.manage`.
        """
        return self._call("GET", "/security")

    def update_security_policy(
        self,
        body: types.SecurityPolicyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityPolicy:
        """Update the security policy.

        Makes a second factor optional or required. Operators without one have `grace_days` (14
        by default) to set it up.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/security", body=body, key=idempotency_key or create_key())

    def end_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End an operator's session.

        The session stops working within 2 seconds, and its sockets close.

        Needs the scope `operators.manage`.
        """
        return self._call("DELETE", f"/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """List the sign-ins of all operators.

        Returns the sign-ins of the account, including refused ones, newest first. They are kept
        as long as IP addresses are (90 days by default).

        Needs the scope `operators.manage`.
        """
        return self._call("GET", "/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_sign_ins(self, *, limit: int | None = None) -> Iterator[types.SignInEntry]:
        """Yields each item of all pages of `list_sign_ins`."""
        return self._iterate(lambda cursor: self.list_sign_ins(limit=limit, cursor=cursor))

    def delete_second_factor(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Remove an operator's second factors.

        Removes the authenticator app, all passkeys and the recovery codes of an operator who
        lost their device, and ends their sessions. Only an owner can do this for another owner.

        Needs the scope `operators.manage`.
        """
        return self._call("DELETE", f"/operators/{quote_segment(id)}/second-factor", key=idempotency_key or create_key())

    def list_oidc_providers(self) -> types.OidcProviders:
        """List OIDC providers.

        Returns the sign-in providers of the installation. Client secrets are never returned.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/oidc")

    def create_oidc_provider(
        self,
        body: types.NewOidcProvider,
        *,
        idempotency_key: str | None = None,
    ) -> types.OidcProvider:
        """Create an OIDC provider.

        Parlour contacts the issuer first and returns 400 if it is not an OpenID Connect
        provider. An installation has at most 10 providers.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/instance/oidc", body=body, key=idempotency_key or create_key())

    def update_oidc_provider(
        self,
        id: str,
        body: types.OidcProviderPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.OidcProvider:
        """Update an OIDC provider.

        If `client_secret` is absent, the stored secret is kept, provided that issuer and client
        id stay the same.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", f"/instance/oidc/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_oidc_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete an OIDC provider.

        Operators can no longer sign in with it. Sessions that it started continue.

        Needs the scope `instance.manage`.
        """
        return self._call("DELETE", f"/instance/oidc/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_chats(
        self,
        *,
        state: types.ChatState | None = None,
        view: types.ChatView | None = None,
        assignee: int | str | None = None,
        channel: int | None = None,
        department: int | None = None,
        visitor: int | None = None,
        tag: int | None = None,
        language: str | None = None,
        q: str | None = None,
        sort: Literal["activity", "created"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Chats:
        """List chats.

        Returns chats with the latest activity first, or the newest first with `sort=created`.
        Without `state` and `view`, chats of every state are returned. `assignment` is always
        null in lists.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/chats", query={"state": state, "view": view, "assignee": assignee, "channel": channel, "department": department, "visitor": visitor, "tag": tag, "language": language, "q": q, "sort": sort, "limit": limit, "cursor": cursor})

    def iterate_chats(
        self,
        *,
        state: types.ChatState | None = None,
        view: types.ChatView | None = None,
        assignee: int | str | None = None,
        channel: int | None = None,
        department: int | None = None,
        visitor: int | None = None,
        tag: int | None = None,
        language: str | None = None,
        q: str | None = None,
        sort: Literal["activity", "created"] | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Chat]:
        """Yields each item of all pages of `list_chats`."""
        return self._iterate(lambda cursor: self.list_chats(state=state, view=view, assignee=assignee, channel=channel, department=department, visitor=visitor, tag=tag, language=language, q=q, sort=sort, limit=limit, cursor=cursor))

    def get_chat_counters(self) -> types.Counters:
        """Count the chats in each inbox view.

        Returns the numbers next to the views of the inbox, and your unread messages.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/chats/counters")

    def get_chat(self, id: int) -> types.Chat:
        """Get a chat.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}")

    def list_messages(
        self,
        id: int,
        *,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> types.Messages:
        """List the messages of a chat.

        Returns messages, internal notes and system messages, oldest first. Without `before` and
        `after`, the latest messages are returned. Page by `seq`: `next_cursor` is always null.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}/messages", query={"before": before, "after": after, "limit": limit})

    def send_message(
        self,
        id: int,
        body: types.NewMessage,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Send a message or add an internal note.

        Sends a text, an uploaded file or a template to the visitor, or adds an internal note. A
        reply in a waiting chat also accepts the chat; a reply in a colleague's chat joins it.
        If `client_id` was used before in this chat, the first message is returned with 200 and
        nothing is sent again. Returns 409 `at_limit`, `chat_closed` or `reply_window_closed`
        (send a template instead), and 403 `channel_disabled` if the channel is off.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/messages", body=body, key=idempotency_key or create_key())

    def mark_chat_read(
        self,
        id: int,
        body: types.ReadMark,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Set your read mark in a chat.

        Moves the mark forward to `seq`. To move it back, set `unread` to true. A number above
        the last message means the last message.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/read", body=body, key=idempotency_key or create_key())

    def get_chat_email(self, id: int) -> types.ChatEmail:
        """Get the recipients of the next email.

        Returns subject and recipients that the next email of a chat begins with. The chat must
        belong to a mail channel.

        Needs the scope `chats.answer`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}/email")

    def use_reply_to(
        self,
        id: int,
        body: types.UseReplyTo,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChatEmail:
        """Choose where replies to a sender go.

        Chooses whether replies to the sender of the latest email go to the addresses for which
        their emails ask. The choice counts for all chats with this sender in the channel, until
        it is revoked.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/reply-to", body=body, key=idempotency_key or create_key())

    def start_email(
        self,
        body: types.NewEmail,
        *,
        idempotency_key: str | None = None,
    ) -> types.IgnoredEmailChat:
        """Start a chat with an email.

        Sends an email to a person and starts a chat with it. The chat belongs to you and to the
        visitor of the first recipient in `to`, who is created if needed. Their answer continues
        the chat. The channel must be a mail channel whose chats you answer. If the visitor has
        an open chat in the channel, the request fails with 409 `already_running` and its
        `chat_id`. Each account can send 100 such emails an hour, unless the installation sets
        another limit.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/emails", body=body, key=idempotency_key or create_key())

    def accept_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Accept a chat.

        Assigns a waiting chat, or a chat of a bot, to you. Returns 409 `already_accepted` with
        the operator who was first (also if that was you), `at_limit` if you reached your limit
        of parallel chats, or `chat_closed`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/accept", key=idempotency_key or create_key())

    def join_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Join a chat.

        Adds you to an open chat next to its assignee. A waiting chat is accepted instead.
        Returns 409 `at_limit` or `chat_closed`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/join", key=idempotency_key or create_key())

    def leave_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Leave a chat.

        If you are the last operator in the chat, it waits again.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/leave", key=idempotency_key or create_key())

    def transfer_chat(
        self,
        id: int,
        body: types.TransferChat,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Transfer a chat.

        Offers the chat to an operator, or lets it wait in a department. Send exactly one of
        `operator_id` and `department_id`. An offer to an operator lasts 30 seconds; until it is
        accepted, the chat stays yours. With `assign`, the operator has it at once and may be
        offline. Returns 409 `not_open`, `chat_closed`, `not_available` (the operator is
        offline) or `transfer_open`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/transfer", body=body, key=idempotency_key or create_key())

    def accept_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Accept a transfer.

        Takes the chat that an operator offered to you. The sender leaves the chat. Returns 409
        `no_transfer` if no transfer to you is open.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/transfer/accept", key=idempotency_key or create_key())

    def refuse_transfer(
        self,
        id: int,
        body: types.RefuseTransferBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Decline a transfer.

        The chat stays with the sender, who sees `reason`. Returns 409 `no_transfer` if no
        transfer to you is open.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/transfer/refuse", body=body, key=idempotency_key or create_key())

    def withdraw_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Withdraw a transfer.

        Takes back an offer that was not accepted yet. Without an open transfer, nothing
        changes. Returns 409 `already_accepted`, with the operator in `by`, if the target
        accepted first.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/transfer/withdraw", key=idempotency_key or create_key())

    def mark_chat_notice(
        self,
        id: int,
        body: types.MarkNotice,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Mark or dismiss your notice in a chat.

        Marks the notice to you (for example, that a transfer was declined) as opened, or
        removes it. Without such a notice, nothing changes.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/notice", body=body, key=idempotency_key or create_key())

    def skip_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Skip a waiting chat.

        The chat stops ringing for you on all devices until it is offered to you again. It is
        not passed on to another operator.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/skip", key=idempotency_key or create_key())

    def invite_operator_to_chat(
        self,
        id: int,
        body: types.InviteOperatorBody,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Invite an operator to a chat.

        The operator can join or decline, and may be offline. A chat keeps the latest 20 open
        invitations.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/invite", body=body, key=idempotency_key or create_key())

    def decline_chat_invitation(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Decline an invitation to a chat.

        Adds no system message. Without an invitation to you, nothing changes.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/invite/decline", key=idempotency_key or create_key())

    def close_chat(
        self,
        id: int,
        body: types.CloseChatBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Close a chat.

        Closes the chat immediately. A closed chat cannot be reopened; use `POST
        /chats/{id}/continue` to start a new one with the same visitor.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/close", body=body, key=idempotency_key or create_key())

    def assign_crm_card(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Assign a chat to its CRM card.

        Sends the webhook event `chat_assigned` with the CRM link that a webhook response
        returned, once per link. Returns 409 `no_crm_card` if the chat has no link.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/assign-crm", key=idempotency_key or create_key())

    def ask_for_rating(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Ask the visitor for a rating.

        Shows the rating form in the chat window. Returns 409 `no_rating` if the channel cannot
        ask, the visitor has already rated, or it is too late to rate.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/ask-rating", key=idempotency_key or create_key())

    def mail_transcript(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Email the transcript to the visitor.

        Sends the conversation to the visitor's email address, at most 3 times per chat. Returns
        409 `not_available` if email is not set up, 409 `at_limit` after 3 emails, and 400 with
        field `email` if the visitor has no address.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/mail-transcript", key=idempotency_key or create_key())

    def continue_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Continue a closed chat.

        Creates an open chat, assigned to you, with the same visitor on the same channel.
        Returns 409 `not_closed`, `already_running` (with the `chat_id` of that chat) or
        `visitor_blocked`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/continue", key=idempotency_key or create_key())

    def send_typing(
        self,
        id: int,
        body: types.Typing,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Send a typing notice.

        Tells the visitor and other operators that you are typing or have stopped. The notice
        ends by itself after 15 seconds.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/typing", body=body, key=idempotency_key or create_key())

    def get_transcript(
        self,
        id: int,
        *,
        format: Literal["txt", "html"],
        notes: bool | None = None,
    ) -> bytes:
        """Download the transcript of a chat.

        Returns the chat as text or HTML. Times are in the time zone of the working hours, or in
        UTC if none is set. Internal notes and operator-only system messages are included only
        with `notes=true`.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}/transcript", query={"format": format, "notes": notes}, raw=True)

    def list_tags(self, *, limit: int | None = None, cursor: str | None = None) -> types.Tags:
        """List tags.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/tags", query={"limit": limit, "cursor": cursor})

    def iterate_tags(self, *, limit: int | None = None) -> Iterator[types.Tag]:
        """Yields each item of all pages of `list_tags`."""
        return self._iterate(lambda cursor: self.list_tags(limit=limit, cursor=cursor))

    def create_tag(self, body: types.NewTag, *, idempotency_key: str | None = None) -> types.Tag:
        """Create a tag.

        Names are unique in the account, ignoring case (409 `name_taken`). An account has at
        most 500 tags.

        Needs the scope `account.manage`.
        """
        return self._call("POST", "/tags", body=body, key=idempotency_key or create_key())

    def get_tag(self, id: int) -> types.Tag:
        """Get a tag.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/tags/{quote_segment(id)}")

    def update_tag(
        self,
        id: int,
        body: types.NewTag,
        *,
        idempotency_key: str | None = None,
    ) -> types.Tag:
        """Rename a tag.

        Chats that already have the tag keep the old name.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", f"/tags/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_tag(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a tag.

        Chats that have the tag keep its name. It can then only be removed from them.

        Needs the scope `account.manage`.
        """
        return self._call("DELETE", f"/tags/{quote_segment(id)}", key=idempotency_key or create_key())

    def set_chat_tags(
        self,
        id: int,
        body: types.ChatTags,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Set the tags of a chat.

        Replaces all tags of the chat, at most 20. Also works for closed chats.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/tags", body=body, key=idempotency_key or create_key())

    def export_canned_replies(self, *, format: types.ReplyFormat) -> bytes:
        """Export quick replies.

        Returns the quick replies that you can use, as CSV or JSON. No CSV cell can start a
        formula.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/canned-replies/export", query={"format": format}, raw=True)

    def import_canned_replies(
        self,
        body: types.ImportReplies,
        *,
        idempotency_key: str | None = None,
    ) -> types.ImportedReplies:
        """Import quick replies.

        Adds and changes quick replies from a CSV or JSON file. Either the whole file is
        applied, or nothing. With `dry_run`, nothing is stored and the response lists all
        errors; without it, a file with errors returns 400 with field `content`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/canned-replies/import", body=body, key=idempotency_key or create_key())

    def list_canned_replies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.CannedReplies:
        """List quick replies.

        Returns the quick replies that you can use: your own, and those of your departments and
        of the account.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/canned-replies", query={"limit": limit, "cursor": cursor})

    def iterate_canned_replies(self, *, limit: int | None = None) -> Iterator[types.CannedReply]:
        """Yields each item of all pages of `list_canned_replies`."""
        return self._iterate(lambda cursor: self.list_canned_replies(limit=limit, cursor=cursor))

    def create_canned_reply(
        self,
        body: types.NewCannedReply,
        *,
        idempotency_key: str | None = None,
    ) -> types.CannedReply:
        """Create a quick reply.

        Every operator can create their own. Quick replies of a department or the account need
        the permission `account.manage`. An account has at most 2,000 quick replies, and an
        operator 500 of their own.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/canned-replies", body=body, key=idempotency_key or create_key())

    def get_canned_reply(self, id: int) -> types.CannedReply:
        """Get a quick reply.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/canned-replies/{quote_segment(id)}")

    def update_canned_reply(
        self,
        id: int,
        body: types.CannedReplyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.CannedReply:
        """Update a quick reply.

        Needs the scope `chats.answer`.
        """
        return self._call("PATCH", f"/canned-replies/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a quick reply.

        Needs the scope `chats.answer`.
        """
        return self._call("DELETE", f"/canned-replies/{quote_segment(id)}", key=idempotency_key or create_key())

    def use_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Count a use of a quick reply.

        Adds one to `uses`, by which the operator application sorts your quick replies.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/canned-replies/{quote_segment(id)}/use", key=idempotency_key or create_key())

    def list_drafts(self, *, limit: int | None = None, cursor: str | None = None) -> types.Drafts:
        """List your drafts.

        Returns all your drafts, newest first, on one page. You have at most 300; the oldest are
        removed.

        Needs the scope `chats.answer`.
        """
        return self._call("GET", "/drafts", query={"limit": limit, "cursor": cursor})

    def iterate_drafts(self, *, limit: int | None = None) -> Iterator[types.Draft]:
        """Yields each item of all pages of `list_drafts`."""
        return self._iterate(lambda cursor: self.list_drafts(limit=limit, cursor=cursor))

    def save_draft(
        self,
        id: int,
        body: types.DraftChange,
        *,
        idempotency_key: str | None = None,
    ) -> types.Draft:
        """Save your draft in a chat.

        Stores the draft if `version` is above the stored version. Otherwise nothing is stored.
        In both cases the response is the stored draft.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/draft", body=body, key=idempotency_key or create_key())

    def list_mentions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Mentions:
        """List unread notes that mention you.

        Returns the internal notes above your read mark that mention you, newest first: the
        latest 200, on one page.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/mentions", query={"limit": limit, "cursor": cursor})

    def iterate_mentions(self, *, limit: int | None = None) -> Iterator[types.Mention]:
        """Yields each item of all pages of `list_mentions`."""
        return self._iterate(lambda cursor: self.list_mentions(limit=limit, cursor=cursor))

    def upload_file(
        self,
        file: tuple[str, bytes],
        *,
        idempotency_key: str | None = None,
    ) -> types.Upload:
        """Upload a file.

        Send `multipart/form-data` with exactly one field, `file`, then pass the returned `id`
        as `upload_id` to `POST /chats/{id}/messages`. Executable and HTML-like files return
        415, files above the size limit 413. An upload that no message uses is deleted after 24
        hours.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/uploads", file=file, key=idempotency_key or create_key())

    def get_upload(self, id: int) -> types.Upload:
        """Get an upload.

        Returns an upload of your own. For uploads of others, the response is 404.

        Needs the scope `chats.answer`.
        """
        return self._call("GET", f"/uploads/{quote_segment(id)}")

    def get_picture(self, *, url: str, kind: Literal["image", "photo"] | None = None) -> bytes:
        """Get a remote picture.

        Fetches a picture from an address that an integrator provided (a photo or a thumbnail)
        and returns its bytes. Returns 404 if there is no usable picture: PNG, JPEG, GIF or
        WebP, at most 1 MiB, or 25 MiB with `kind=photo`.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/media", query={"url": url, "kind": kind}, raw=True)

    def block_chat(
        self,
        id: int,
        body: types.BlockChatBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Block the visitor of a chat.

        Adds the visitor to the block list and closes the chat. If the visitor is already
        blocked, the end and the reason of the entry change. Without `until`, the block has no
        end.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/block", body=body, key=idempotency_key or create_key())

    def unblock_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Unblock the visitor of a chat.

        Lifts the block list entry that was made in a chat. The chat stays closed. Returns 404
        if there is nothing to lift.

        Needs the scope `chats.answer`.
        """
        return self._call("DELETE", f"/chats/{quote_segment(id)}/block", key=idempotency_key or create_key())

    def list_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        wait: int | None = None,
        limit: int | None = None,
    ) -> types.Events:
        """List events after a cursor.

        Returns the events of the account that you may see, as a long poll, or as a stream of
        server-sent events with `Accept: text/event-stream`. Without `after`, it returns the
        current cursor and no events. Returns 410 `cursor_gone`, with the cursor to continue
        from in `start`, if the cursor cannot be continued.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/events", query={"after": after, "types": types, "wait": wait, "limit": limit})

    def search(
        self,
        *,
        q: str | None = None,
        scope: Literal["messages", "all"] | None = None,
        sort: Literal["best", "newest", "oldest"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SearchResult:
        """Search messages, visitors and chats.

        Returns chats with matching messages. With `scope=all`, the first page also has matching
        visitors and their chats. A page can be short or empty and still have a `next_cursor`.
        Searching for words returns 403 if you may not read message texts.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/search", query={"q": q, "scope": scope, "sort": sort, "limit": limit, "cursor": cursor})

    def iterate_search(
        self,
        *,
        q: str | None = None,
        scope: Literal["messages", "all"] | None = None,
        sort: Literal["best", "newest", "oldest"] | None = None,
        limit: int | None = None,
    ) -> Iterator[types.ChatHit]:
        """Yields each item of all pages of `search`."""
        return self._iterate(lambda cursor: self.search(q=q, scope=scope, sort=sort, limit=limit, cursor=cursor))

    def list_chat_matches(self, id: int, *, q: str | None = None) -> types.ChatMatches:
        """List the messages of a chat that match a search.

        Returns their sequence numbers, ascending: the newest 1,000 matches among the newest
        10,000 messages.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}/matches", query={"q": q})

    def export_search(
        self,
        *,
        q: str | None = None,
        format: Literal["csv", "xlsx", "jsonl"] | None = None,
    ) -> bytes:
        """Export search results.

        Returns one line per message or chat, newest first, as CSV, XLSX or JSON Lines: at most
        50,000 lines, and 1,000 of one chat. No cell can start a formula. At most two exports of
        an account run at a time (otherwise 429).

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/search/export", query={"q": q, "format": format}, raw=True)

    def get_report(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        compare: types.ReportCompare | None = None,
    ) -> types.Report:
        """Get a report.

        Returns figures for a period, by day, hour, channel, department and operator, compared
        with an earlier period. Use `from` and `to`, or `last`. A period has at most 400 days.

        Needs the scope `reports.read`.
        """
        return self._call("GET", "/reports", query={"from": from_, "to": to, "last": last, "channel": channel, "department": department, "operator": operator, "bot": bot, "compare": compare})

    def list_report_chats(
        self,
        number: types.ListReportChatsNumber,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        weekday: int | None = None,
        hour: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ReportChats:
        """List the chats behind a report figure.

        Returns the chats, or calls, that one figure of a report counts, latest first.

        Needs the scope `reports.read`.
        """
        return self._call("GET", f"/reports/{quote_segment(number)}/chats", query={"from": from_, "to": to, "last": last, "channel": channel, "department": department, "operator": operator, "bot": bot, "weekday": weekday, "hour": hour, "limit": limit, "cursor": cursor})

    def iterate_report_chats(
        self,
        number: types.ListReportChatsNumber,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        weekday: int | None = None,
        hour: int | None = None,
        limit: int | None = None,
    ) -> Iterator[types.ReportChatsItems]:
        """Yields each item of all pages of `list_report_chats`."""
        return self._iterate(lambda cursor: self.list_report_chats(number, from_=from_, to=to, last=last, channel=channel, department=department, operator=operator, bot=bot, weekday=weekday, hour=hour, limit=limit, cursor=cursor))

    def export_report(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        table: types.ReportTable,
        format: Literal["csv", "xlsx"] | None = None,
    ) -> bytes:
        """Export a report table.

        Returns one table of the report as CSV or XLSX. The table `chats` has at most 100,000
        rows. No cell can start a formula.

        Needs the scope `reports.read`.
        """
        return self._call("GET", "/reports/export", query={"from": from_, "to": to, "last": last, "channel": channel, "department": department, "operator": operator, "bot": bot, "table": table, "format": format}, raw=True)

    def list_visitors(
        self,
        *,
        q: str | None = None,
        sort: Literal["number", "seen"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Visitors:
        """List visitors.

        Returns visitors, newest first by visitor number, or by latest activity with
        `sort=seen`.

        Needs the scope `visitors.read`.
        """
        return self._call("GET", "/visitors", query={"q": q, "sort": sort, "limit": limit, "cursor": cursor})

    def iterate_visitors(
        self,
        *,
        q: str | None = None,
        sort: Literal["number", "seen"] | None = None,
        limit: int | None = None,
    ) -> Iterator[types.VisitorWithActivity]:
        """Yields each item of all pages of `list_visitors`."""
        return self._iterate(lambda cursor: self.list_visitors(q=q, sort=sort, limit=limit, cursor=cursor))

    def get_visitor(self, number: int) -> types.VisitorProfile:
        """Get a visitor.

        Returns a visitor and, in `person`, the other visitors with whom operators merged them.

        Needs the scope `visitors.read`.
        """
        return self._call("GET", f"/visitors/{quote_segment(number)}")

    def update_visitor(
        self,
        number: int,
        body: types.VisitorPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Visitor:
        """Update a visitor.

        Sets contact values with the source `operator`. Null or an empty text removes a value.
        Absent fields stay unchanged.

        Needs the scope `visitors.write`.
        """
        return self._call("PATCH", f"/visitors/{quote_segment(number)}", body=body, key=idempotency_key or create_key())

    def erase_visitor(self, number: int, *, idempotency_key: str | None = None) -> types.Erasure:
        """Erase a visitor.

        Permanently deletes the visitor, all visitors merged with them, and all their data
        within 24 hours. `received` lists the external endpoints that got some of this data. A
        repeated request returns the first result.

        Needs the scope `data.manage`.
        """
        return self._call("DELETE", f"/visitors/{quote_segment(number)}", key=idempotency_key or create_key())

    def list_visitor_matches(self, number: int) -> types.VisitorMatches:
        """List visitors who may be the same person.

        Returns at most 10 visitors with the same email address or phone number, newest first.

        Needs the scope `visitors.read`.
        """
        return self._call("GET", f"/visitors/{quote_segment(number)}/matches")

    def merge_visitors(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorProfile:
        """Merge two visitors.

        Joins two visitors into one person. Each keeps its number, chats and channel. You can
        undo the merge at any time. Returns 409 `not_available` for an erased visitor, and
        `at_limit` above 20 visitors.

        Needs the scope `visitors.write`.
        """
        return self._call("PUT", f"/visitors/{quote_segment(number)}/merges/{quote_segment(other)}", key=idempotency_key or create_key())

    def separate_visitors(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorProfile:
        """Undo the merge of two visitors.

        Removes exactly this merge. Returns 404 if these two visitors were not merged with each
        other.

        Needs the scope `visitors.write`.
        """
        return self._call("DELETE", f"/visitors/{quote_segment(number)}/merges/{quote_segment(other)}", key=idempotency_key or create_key())

    def dismiss_visitor_match(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Mark two visitors as different people.

        They are no longer suggested as the same person.

        Needs the scope `visitors.write`.
        """
        return self._call("PUT", f"/visitors/{quote_segment(number)}/different/{quote_segment(other)}", key=idempotency_key or create_key())

    def restore_visitor_match(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Unmark two visitors as different people.

        They can be suggested as the same person again. Returns 404 if they are not marked.

        Needs the scope `visitors.write`.
        """
        return self._call("DELETE", f"/visitors/{quote_segment(number)}/different/{quote_segment(other)}", key=idempotency_key or create_key())

    def list_erasures(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Erasures:
        """List erasures.

        Returns the erased visitors, newest first, and which external endpoints had received
        their data.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/erasures", query={"limit": limit, "cursor": cursor})

    def iterate_erasures(self, *, limit: int | None = None) -> Iterator[types.Erasure]:
        """Yields each item of all pages of `list_erasures`."""
        return self._iterate(lambda cursor: self.list_erasures(limit=limit, cursor=cursor))

    def get_retention(self) -> types.Retention:
        """Get the retention periods.

        Returns how long each kind of data is kept, in days. 0 means without limit.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/retention")

    def update_retention(
        self,
        body: types.RetentionPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Retention:
        """Update the retention periods.

        Changes how long data is kept, for the whole installation. Null restores the default.
        Use `POST /retention/dry-run` first to see what would be deleted.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", "/retention", body=body, key=idempotency_key or create_key())

    def preview_retention(
        self,
        body: types.RetentionPreviewQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.RetentionPreview:
        """Preview a retention change.

        Counts what these periods would delete now, in all accounts. Nothing is deleted.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/retention/dry-run", body=body, key=idempotency_key or create_key())

    def get_storage_figures(self) -> types.StorageFigures:
        """Get the amount of stored data.

        Returns how many visitors, chats, messages, files and visits the account stores.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/data/figures")

    def export_account(self) -> bytes:
        """Export the account.

        Returns all data of the account as a zip of JSON Lines and files, for the command
        `parlour import`. Secrets are not included.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/account/export", raw=True)

    def check_account_export(self) -> types.ExportReady:
        """Check whether an export can start.

        Returns 200 if an export would start now, and 403 `confirmation_needed` if you must
        confirm your identity first. Use it before you open a download link.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/account/export/ready")

    def export_visitor(self, number: int) -> bytes:
        """Export a visitor's data.

        Returns all data of the visitor, and of the visitors merged with them, as a zip of JSON
        and the files of the chats.

        Needs the scope `data.manage`.
        """
        return self._call("GET", f"/visitors/{quote_segment(number)}/export", raw=True)

    def list_online_visitors(self) -> types.VisitorsOnline:
        """List visitors who are on your sites now.

        Returns visitors who have a page with a widget open, longest on the site first: the 500
        who came last. `total` counts all.

        Needs the scope `visitors.read`.
        """
        return self._call("GET", "/visitors/online")

    def list_visits(
        self,
        number: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Visits:
        """List the visits of a visitor.

        Returns the stored visits to sites with a widget, latest first.

        Needs the scope `visitors.read`.
        """
        return self._call("GET", f"/visitors/{quote_segment(number)}/visits", query={"limit": limit, "cursor": cursor})

    def iterate_visits(self, number: int, *, limit: int | None = None) -> Iterator[types.Visit]:
        """Yields each item of all pages of `list_visits`."""
        return self._iterate(lambda cursor: self.list_visits(number, limit=limit, cursor=cursor))

    def invite_visitor(
        self,
        number: int,
        body: types.InviteVisitor,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorOnline:
        """Invite a visitor to a chat.

        Shows an invitation to a visitor who is on the site. Returns 409 `not_available` if the
        visitor has left, `at_limit` if the widget allows no further invitation,
        `already_running` if a chat is running, or `visitor_blocked`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/visitors/{quote_segment(number)}/invite", body=body, key=idempotency_key or create_key())

    def withdraw_visitor_invitation(
        self,
        number: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorOnline:
        """Withdraw an invitation to a visitor.

        Takes back an operator's invitation that the visitor has not answered. Returns 409
        `not_open` if there is none, or `not_available` if the visitor has left.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/visitors/{quote_segment(number)}/invite/withdraw", key=idempotency_key or create_key())

    def block_visitor(
        self,
        number: int,
        body: types.BlockVisitorBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorWithActivity:
        """Block a visitor.

        Adds a visitor without a running chat to the block list. Returns 409 `already_running`
        if a chat is running: use `POST /chats/{id}/block` instead.

        Needs the scope `visitors.write`.
        """
        return self._call("POST", f"/visitors/{quote_segment(number)}/block", body=body, key=idempotency_key or create_key())

    def list_block_list(
        self,
        *,
        state: Literal["in_force", "over", "lifted"] | None = None,
        kind: types.BlockListKind | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.BlockList:
        """List block list entries.

        Returns entries, newest first, including expired and lifted ones.

        Needs the scope `blacklist.read`.
        """
        return self._call("GET", "/blacklist", query={"state": state, "kind": kind, "q": q, "limit": limit, "cursor": cursor})

    def iterate_block_list(
        self,
        *,
        state: Literal["in_force", "over", "lifted"] | None = None,
        kind: types.BlockListKind | None = None,
        q: str | None = None,
        limit: int | None = None,
    ) -> Iterator[types.BlockListEntry]:
        """Yields each item of all pages of `list_block_list`."""
        return self._iterate(lambda cursor: self.list_block_list(state=state, kind=kind, q=q, limit=limit, cursor=cursor))

    def create_block_list_entry(
        self,
        body: types.NewBlockListEntry,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockListEntry:
        """Create a block list entry.

        Returns 409 `name_taken` if an entry in force already has the same kind and value, and
        `at_limit` above 10,000 entries in force.

        Needs the scope `blacklist.manage`.
        """
        return self._call("POST", "/blacklist", body=body, key=idempotency_key or create_key())

    def get_block_list_entry(self, id: int) -> types.BlockListEntry:
        """Get a block list entry.

        Needs the scope `blacklist.read`.
        """
        return self._call("GET", f"/blacklist/{quote_segment(id)}")

    def update_block_list_entry(
        self,
        id: int,
        body: types.BlockListEntryPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockListEntry:
        """Update a block list entry.

        Changes the end or the reason, or restores a lifted entry with `lifted: false`.

        Needs the scope `blacklist.manage`.
        """
        return self._call("PATCH", f"/blacklist/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def lift_block_list_entry(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Lift a block list entry.

        Stops blocking. The entry stays in the list with the state `lifted`.

        Needs the scope `blacklist.manage`.
        """
        return self._call("DELETE", f"/blacklist/{quote_segment(id)}", key=idempotency_key or create_key())

    def check_block_list(
        self,
        body: types.BlockCheckQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockCheckResult:
        """Check values against the block list.

        Returns whether a visitor with these values would be blocked, and the oldest entry that
        blocks them.

        Needs the scope `visitors.read`.
        """
        return self._call("POST", "/blacklist/check", body=body, key=idempotency_key or create_key())

    def list_channels(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Channels:
        """List channels.

        `inbound_url` is null and `secret_hint` is empty unless you may manage channels.

        Needs the scope `channels.read`.
        """
        return self._call("GET", "/channels", query={"limit": limit, "cursor": cursor})

    def iterate_channels(self, *, limit: int | None = None) -> Iterator[types.Channel]:
        """Yields each item of all pages of `list_channels`."""
        return self._iterate(lambda cursor: self.list_channels(limit=limit, cursor=cursor))

    def create_channel(
        self,
        body: types.NewChannel | types.NewWidget | types.NewConnector,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChannelWithSecret:
        """Create a channel.

        Creates a chat API channel, a site widget (`kind: widget`), or a channel of an external
        service (`mail`, `telegram`, `whatsapp`). For a chat API channel, the response contains
        the signing secret, once.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", "/channels", body=body, key=idempotency_key or create_key())

    def get_channel(self, id: int) -> types.Channel:
        """Get a channel.

        Needs the scope `channels.read`.
        """
        return self._call("GET", f"/channels/{quote_segment(id)}")

    def update_channel(
        self,
        id: int,
        body: types.ChannelPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Channel:
        """Update a channel.

        Absent fields stay unchanged. `widget` is accepted only for site widgets, `settings`
        only for channels of external services.

        Needs the scope `channels.manage`.
        """
        return self._call("PATCH", f"/channels/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_channel(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a channel.

        Its chats are closed and stay in the archive.

        Needs the scope `channels.manage`.
        """
        return self._call("DELETE", f"/channels/{quote_segment(id)}", key=idempotency_key or create_key())

    def rotate_channel(
        self,
        id: int,
        body: types.Rotate,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChannelWithSecret:
        """Replace a channel's address or signing secret.

        The old inbound address works for 24 more hours. After a change of the secret, requests
        carry signatures with both secrets for 24 hours. A new secret is returned only once, in
        this response.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/rotate", body=body, key=idempotency_key or create_key())

    def test_channel(self, id: int, *, idempotency_key: str | None = None) -> types.ChannelTest:
        """Send a test message to a channel.

        Makes one request to the channel's endpoint with `recipient.id` `test`, and also returns
        what a request to the inbound address would get now.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/test", key=idempotency_key or create_key())

    def test_channel_connection(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConnectionTest:
        """Test the connection of a channel.

        Tests a channel of an external service (email, Telegram, WhatsApp) in both directions.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/connection-test", key=idempotency_key or create_key())

    def list_channel_templates(self, id: int) -> types.ChannelTemplates:
        """List the message templates of a channel.

        Returns the templates that the service of the channel has approved. On one page:
        `next_cursor` is always null.

        Needs the scope `chats.answer`.
        """
        return self._call("GET", f"/channels/{quote_segment(id)}/templates")

    def create_identity_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IdentitySecret:
        """Create an identity secret for a widget.

        Turns signed identity on, or replaces the secret. The secret is returned only once, in
        this response. Tokens signed with the old secret are refused immediately.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    def delete_identity_secret(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Turn off signed identity for a widget.

        The widget then treats user tokens as plain text again, without verification.

        Needs the scope `channels.manage`.
        """
        return self._call("DELETE", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    def send_channel_address_code(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Send a code to the address of a channel.

        Sends a code to the email address of the channel. Send the code to `POST
        /channels/{id}/address-proof` within 15 minutes.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/address-code", key=idempotency_key or create_key())

    def prove_channel_address(
        self,
        id: int,
        body: types.ChannelAddressCode,
        *,
        idempotency_key: str | None = None,
    ) -> types.Channel:
        """Prove the address of a channel.

        Shows that the account may use the address of the channel. A code is valid for 15
        minutes.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/address-proof", body=body, key=idempotency_key or create_key())

    def find_connection(
        self,
        body: types.ConnectionLookup,
        *,
        idempotency_key: str | None = None,
    ) -> types.FoundConnection:
        """Find the settings of a new channel.

        Finds the servers of an email address: by its provider, by the file or the service
        records of its domain, or by its mail exchanger. Stores nothing. Takes at most 5 s.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", "/channels/connection-lookup", body=body, key=idempotency_key or create_key())

    def test_connection(
        self,
        body: types.ConnectionTestRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConnectionTest:
        """Test the settings of a new channel.

        Tests settings in both directions before a channel has them. For email, a message goes
        to the address and must arrive. Stores nothing. Takes at most 40 s.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", "/channels/connection-test", body=body, key=idempotency_key or create_key())

    def start_mail_sign_in(
        self,
        body: types.NewMailSignIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.AuthorizationRedirect:
        """Start a sign-in to a mailbox.

        Returns the URL of the provider to open in the browser. It is valid for 15 minutes and
        for this operator. After the provider redirects back, pass the query of that address to
        `POST /channels/mail-sign-ins/result`. Returns 409 `not_available` if the installation
        has no client at the provider.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", "/channels/mail-sign-ins", body=body, key=idempotency_key or create_key())

    def finish_mail_sign_in(
        self,
        body: types.MailSignInQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.FinishedMailSignIn:
        """Finish a sign-in to a mailbox.

        Ends a sign-in once. If the provider refused, `grant` is null and `problem` has its
        words. Returns 400 `invalid_request` if another operator started the sign-in, if it was
        ended before, or if it took too long.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", "/channels/mail-sign-ins/result", body=body, key=idempotency_key or create_key())

    def list_channel_emails(self, id: int) -> types.ChannelEmails:
        """List the latest emails of a channel.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/channels/{quote_segment(id)}/emails")

    def list_operators(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Operators:
        """List operators.

        Includes deactivated operators.

        Needs the scope `operators.read`.
        """
        return self._call("GET", "/operators", query={"limit": limit, "cursor": cursor})

    def iterate_operators(self, *, limit: int | None = None) -> Iterator[types.OperatorEntry]:
        """Yields each item of all pages of `list_operators`."""
        return self._iterate(lambda cursor: self.list_operators(limit=limit, cursor=cursor))

    def invite_operator(
        self,
        body: types.NewOperator,
        *,
        idempotency_key: str | None = None,
    ) -> types.OperatorInvited:
        """Create an operator.

        Without `password`, the response contains an invitation link, once, which is valid for 7
        days and is also emailed if email is set up. Returns 409 `name_taken` if the email
        address is in use in this installation.

        Needs the scope `operators.manage`.
        """
        return self._call("POST", "/operators", body=body, key=idempotency_key or create_key())

    def get_operator(self, id: int) -> types.OperatorEntry:
        """Get an operator.

        Needs the scope `operators.read`.
        """
        return self._call("GET", f"/operators/{quote_segment(id)}")

    def update_operator(
        self,
        id: int,
        body: types.OperatorPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.OperatorEntry:
        """Update an operator.

        A new role ends the operator's sessions. `active: true` reactivates the operator.
        Returns 409 `last_owner` if the account would lose its last owner.

        Needs the scope `operators.manage`.
        """
        return self._call("PATCH", f"/operators/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_operator(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Deactivate an operator.

        Ends the operator's sessions and returns their chats to the queue. Their history stays.
        Reactivate with `PATCH` and `active: true`. Returns 409 `last_owner` for the last owner.

        Needs the scope `operators.manage`.
        """
        return self._call("DELETE", f"/operators/{quote_segment(id)}", key=idempotency_key or create_key())

    def reset_operator(self, id: int, *, idempotency_key: str | None = None) -> types.ResetLink:
        """Create a password reset link for an operator.

        The link works once, for 30 minutes. It is also emailed to the operator if email is set
        up.

        Needs the scope `operators.manage`.
        """
        return self._call("POST", f"/operators/{quote_segment(id)}/reset", key=idempotency_key or create_key())

    def get_account(self) -> types.Account:
        """Get the account.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/account")

    def update_account(
        self,
        body: types.AccountPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Account:
        """Update the account.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/account", body=body, key=idempotency_key or create_key())

    def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Accounts:
        """List the accounts of the installation.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/accounts", query={"limit": limit, "cursor": cursor})

    def iterate_accounts(self, *, limit: int | None = None) -> Iterator[types.AccountOverview]:
        """Yields each item of all pages of `list_accounts`."""
        return self._iterate(lambda cursor: self.list_accounts(limit=limit, cursor=cursor))

    def create_account(
        self,
        body: types.NewAccount,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountInvited:
        """Create an account with its owner.

        Without a password for the owner, the response contains an invitation link, once.
        Returns 409 `name_taken` if the owner's email address is in use in this installation.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/accounts", body=body, key=idempotency_key or create_key())

    def set_account_suspension(
        self,
        id: int,
        body: types.AccountSuspension,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountOverview:
        """Suspend or resume an account, or allow addresses to it.

        While an account is suspended, its channels and widgets are off, requests of its bots
        return 403, and its operators can only read.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", f"/accounts/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def list_departments(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Departments:
        """List departments.

        Needs the scope `departments.read`.
        """
        return self._call("GET", "/departments", query={"limit": limit, "cursor": cursor})

    def iterate_departments(self, *, limit: int | None = None) -> Iterator[types.Department]:
        """Yields each item of all pages of `list_departments`."""
        return self._iterate(lambda cursor: self.list_departments(limit=limit, cursor=cursor))

    def create_department(
        self,
        body: types.NewDepartment,
        *,
        idempotency_key: str | None = None,
    ) -> types.Department:
        """Create a department.

        Names are unique in the account, ignoring case (409 `name_taken`).

        Needs the scope `departments.manage`.
        """
        return self._call("POST", "/departments", body=body, key=idempotency_key or create_key())

    def get_department(self, id: int) -> types.Department:
        """Get a department.

        Needs the scope `departments.read`.
        """
        return self._call("GET", f"/departments/{quote_segment(id)}")

    def update_department(
        self,
        id: int,
        body: types.DepartmentPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Department:
        """Update a department.

        Needs the scope `departments.manage`.
        """
        return self._call("PATCH", f"/departments/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_department(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a department.

        Chats keep the name of the department.

        Needs the scope `departments.manage`.
        """
        return self._call("DELETE", f"/departments/{quote_segment(id)}", key=idempotency_key or create_key())

    def get_working_hours(self) -> types.AccountHours:
        """Get the working hours of the account.

        Also returns whether the account is open now, and when it opens next.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/working-hours")

    def update_working_hours(
        self,
        body: types.AccountHoursPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountHours:
        """Update the working hours of the account.

        Each field replaces the stored one. With `timezone` null, the account is always open.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/working-hours", body=body, key=idempotency_key or create_key())

    def get_routing(self) -> types.Routing:
        """Get the routing settings.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/routing")

    def update_routing(
        self,
        body: types.RoutingPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Routing:
        """Update the routing settings.

        Takes effect immediately, also for chats that wait now. Returns 400 with the field if an
        escalation step is earlier than the one before it.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/routing", body=body, key=idempotency_key or create_key())

    def list_calls(
        self,
        *,
        state: types.CallListState | None = None,
        chat: int | None = None,
        visitor: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Calls:
        """List calls.

        Returns calls of chats that you may see, newest first.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/calls", query={"state": state, "chat": chat, "visitor": visitor, "limit": limit, "cursor": cursor})

    def iterate_calls(
        self,
        *,
        state: types.CallListState | None = None,
        chat: int | None = None,
        visitor: int | None = None,
        limit: int | None = None,
    ) -> Iterator[types.CallWithVisitor]:
        """Yields each item of all pages of `list_calls`."""
        return self._iterate(lambda cursor: self.list_calls(state=state, chat=chat, visitor=visitor, limit=limit, cursor=cursor))

    def create_call(
        self,
        body: types.NewCall,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Call the visitor of a chat.

        Creates an outgoing call that you take. Without `phone`, the visitor's number is called.
        Returns 409 `call_running` during another call with this visitor, and `not_available` if
        calls are off.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/calls", body=body, key=idempotency_key or create_key())

    def get_call(self, id: int) -> types.CallWithVisitor:
        """Get a call.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/calls/{quote_segment(id)}")

    def list_call_lines(self, id: int) -> types.Messages:
        """List the system messages of a call.

        Returns the system messages of this call in its chat, oldest first, on one page.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/calls/{quote_segment(id)}/lines")

    def take_call(self, id: int, *, idempotency_key: str | None = None) -> types.CallWithVisitor:
        """Take a call.

        Assigns the call to you, and accepts its chat if that is waiting. Only the first
        operator gets it; others get 409 `already_accepted` with that operator in `by`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/take", key=idempotency_key or create_key())

    def connect_call(self, id: int, *, idempotency_key: str | None = None) -> types.CallWithVisitor:
        """Record that the visitor answered a call.

        Sets the status `client_connected`. Use it with the driver `desk`. Returns 409
        `not_available` if the state of the call does not allow this, and 409 `already_accepted`
        for a colleague's call.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/connected", key=idempotency_key or create_key())

    def end_call(self, id: int, *, idempotency_key: str | None = None) -> types.CallWithVisitor:
        """End a call.

        Returns 409 `not_available` if the state of the call does not allow this, and 409
        `already_accepted` for a colleague's call.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/end", key=idempotency_key or create_key())

    def fail_call(
        self,
        id: int,
        body: types.FailCall,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Mark a call as failed.

        `reason` is sent to webhooks and shown to the visitor.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/fail", body=body, key=idempotency_key or create_key())

    def postpone_call(
        self,
        id: int,
        body: types.PostponedCall,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Postpone a call.

        Nobody has the call until `due_at`, when it waits again. Send `reason` after an attempt
        that did not reach the visitor: the third such attempt returns 409 `at_limit`. Returns
        400 with field `due_at` outside the working hours for calls, and 409 `not_available`
        with the driver `http`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/later", body=body, key=idempotency_key or create_key())

    def note_call(
        self,
        id: int,
        body: types.CallNote,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Set the note of a call.

        Only operators see the note, which has at most 2,000 characters. An empty text removes
        it. Also works after the call has ended.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/note", body=body, key=idempotency_key or create_key())

    def get_call_settings(self) -> types.CallSettings:
        """Get the call settings.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/call-settings")

    def update_call_settings(
        self,
        body: types.CallSettingsPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """Update the call settings.

        The first `url` creates a signing secret. It is returned only once, in this response.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/call-settings", body=body, key=idempotency_key or create_key())

    def rotate_call_secret(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """Create a new signing secret for calls.

        The secret is returned only once, in this response. For 24 hours, requests to the
        telephony server carry signatures with both secrets.

        Needs the scope `account.manage`.
        """
        return self._call("POST", "/call-settings/rotate", key=idempotency_key or create_key())

    def test_call_server(self, *, idempotency_key: str | None = None) -> types.TestAttempt:
        """Send a test request to the telephony server.

        Makes one request with `test`. No phone rings.

        Needs the scope `account.manage`.
        """
        return self._call("POST", "/call-settings/test", key=idempotency_key or create_key())

    def list_bot_providers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.BotProviders:
        """List bot providers.

        The owner of the installation sees all. Others see the providers that their account may
        use or has requested.

        Needs the scope `bots.read`.
        """
        return self._call("GET", "/bot-providers", query={"limit": limit, "cursor": cursor})

    def iterate_bot_providers(self, *, limit: int | None = None) -> Iterator[types.BotProvider]:
        """Yields each item of all pages of `list_bot_providers`."""
        return self._iterate(lambda cursor: self.list_bot_providers(limit=limit, cursor=cursor))

    def create_bot_provider(
        self,
        body: types.NewBotProvider,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotProvider:
        """Create or request a bot provider.

        For the owner of the installation, this issues a provider id. For others it is a
        request: granted immediately if self-service is on, otherwise `requested`.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", "/bot-providers", body=body, key=idempotency_key or create_key())

    def get_bot_provider(self, id: str) -> types.BotProvider:
        """Get a bot provider.

        Needs the scope `bots.read`.
        """
        return self._call("GET", f"/bot-providers/{quote_segment(id)}")

    def update_bot_provider(
        self,
        id: str,
        body: types.BotProviderPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotProvider:
        """Update a bot provider.

        `state` approves, refuses, suspends or resumes the provider.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", f"/bot-providers/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_bot_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a bot provider.

        Its id is never issued again. Returns 409 `in_use` while a bot uses the provider.

        Needs the scope `instance.manage`.
        """
        return self._call("DELETE", f"/bot-providers/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_bots(self, *, limit: int | None = None, cursor: str | None = None) -> types.Bots:
        """List bots.

        `address` and `address_with_authorization` are null unless you may manage bots.

        Needs the scope `bots.read`.
        """
        return self._call("GET", "/bots", query={"limit": limit, "cursor": cursor})

    def iterate_bots(self, *, limit: int | None = None) -> Iterator[types.Bot]:
        """Yields each item of all pages of `list_bots`."""
        return self._iterate(lambda cursor: self.list_bots(limit=limit, cursor=cursor))

    def create_bot(
        self,
        body: types.NewBot,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotWithSecret:
        """Create a bot.

        Connects a bot of a provider, or your own bot, which needs only `name` and
        `endpoint_url`. The signing secret is returned only once, in this response. Returns 409
        `name_taken` with field `token` if another bot of the provider uses this token.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", "/bots", body=body, key=idempotency_key or create_key())

    def get_bot(self, id: int) -> types.Bot:
        """Get a bot.

        Includes the two addresses to give to the provider, if you may manage bots.

        Needs the scope `bots.read`.
        """
        return self._call("GET", f"/bots/{quote_segment(id)}")

    def update_bot(
        self,
        id: int,
        body: types.BotPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Bot:
        """Update a bot.

        Needs the scope `bots.manage`.
        """
        return self._call("PATCH", f"/bots/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_bot(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a bot.

        Its chats go to operators.

        Needs the scope `bots.manage`.
        """
        return self._call("DELETE", f"/bots/{quote_segment(id)}", key=idempotency_key or create_key())

    def rotate_bot_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotWithSecret:
        """Create a new signing secret for a bot.

        The secret is returned only once, in this response. For 24 hours, requests carry
        signatures with both secrets.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", f"/bots/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    def list_webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Webhooks:
        """List webhooks.

        Returns webhooks in the order of their creation.

        Needs the scope `webhooks.read`.
        """
        return self._call("GET", "/webhooks", query={"limit": limit, "cursor": cursor})

    def iterate_webhooks(self, *, limit: int | None = None) -> Iterator[types.Webhook]:
        """Yields each item of all pages of `list_webhooks`."""
        return self._iterate(lambda cursor: self.list_webhooks(limit=limit, cursor=cursor))

    def create_webhook(
        self,
        body: types.NewWebhook,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookWithSecret:
        """Create a webhook.

        The signing secret is returned only once, in this response.

        Needs the scope `webhooks.manage`.
        """
        return self._call("POST", "/webhooks", body=body, key=idempotency_key or create_key())

    def get_webhook(self, id: int) -> types.Webhook:
        """Get a webhook.

        Needs the scope `webhooks.read`.
        """
        return self._call("GET", f"/webhooks/{quote_segment(id)}")

    def update_webhook(
        self,
        id: int,
        body: types.WebhookPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Webhook:
        """Update a webhook.

        `enabled: true` also turns on a webhook that Parlour turned off.

        Needs the scope `webhooks.manage`.
        """
        return self._call("PATCH", f"/webhooks/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_webhook(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a webhook.

        Pending deliveries of the webhook are dropped.

        Needs the scope `webhooks.manage`.
        """
        return self._call("DELETE", f"/webhooks/{quote_segment(id)}", key=idempotency_key or create_key())

    def rotate_webhook_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookWithSecret:
        """Create a new signing secret for a webhook.

        The secret is returned only once, in this response. For 24 hours, requests carry
        signatures with both secrets.

        Needs the scope `webhooks.manage`.
        """
        return self._call("POST", f"/webhooks/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    def dry_run_trigger(
        self,
        body: types.TriggerDryRun,
        *,
        idempotency_key: str | None = None,
    ) -> types.TriggerDryRunResult:
        """Test a trigger against recent visits.

        Returns, for the last 100 visitors, whether the trigger would have run in their latest
        visit, as far as that is known. Nothing is sent or stored.

        Needs the scope `triggers.read`.
        """
        return self._call("POST", "/triggers/dry-run", body=body, key=idempotency_key or create_key())

    def list_pages_with_own_rules(self) -> types.PagesWithOwnRules:
        """List pages that replace the triggers.

        Returns the pages whose script called `setRules` since this server started. On such
        pages the triggers of the account do not run.

        Needs the scope `triggers.read`.
        """
        return self._call("GET", "/triggers/replaced")

    def list_triggers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Triggers:
        """List triggers.

        Returns triggers in the order in which they run: those of the provisioning file first.

        Needs the scope `triggers.read`.
        """
        return self._call("GET", "/triggers", query={"limit": limit, "cursor": cursor})

    def iterate_triggers(self, *, limit: int | None = None) -> Iterator[types.Trigger]:
        """Yields each item of all pages of `list_triggers`."""
        return self._iterate(lambda cursor: self.list_triggers(limit=limit, cursor=cursor))

    def create_trigger(
        self,
        body: types.NewTrigger,
        *,
        idempotency_key: str | None = None,
    ) -> types.Trigger:
        """Create a trigger.

        Adds the trigger after the others. Returns 400 with the place of the fault in `field`
        (`if.all[0].value`), and 409 `name_taken` for a name in use. An account has at most 100
        triggers.

        Needs the scope `triggers.manage`.
        """
        return self._call("POST", "/triggers", body=body, key=idempotency_key or create_key())

    def get_trigger(self, id: int) -> types.Trigger:
        """Get a trigger.

        Needs the scope `triggers.read`.
        """
        return self._call("GET", f"/triggers/{quote_segment(id)}")

    def update_trigger(
        self,
        id: int,
        body: types.TriggerPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Trigger:
        """Update a trigger.

        Needs the scope `triggers.manage`.
        """
        return self._call("PATCH", f"/triggers/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_trigger(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a trigger.

        Needs the scope `triggers.manage`.
        """
        return self._call("DELETE", f"/triggers/{quote_segment(id)}", key=idempotency_key or create_key())

    def order_triggers(
        self,
        body: types.OrderTriggersBody,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Set the order of the triggers.

        Send the id of every trigger that the provisioning file does not manage, each once.

        Needs the scope `triggers.manage`.
        """
        return self._call("PUT", "/triggers/order", body=body, key=idempotency_key or create_key())

    def list_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ApiKeys:
        """List API keys.

        The keys themselves are never returned, only their last characters in `hint`.

        Needs the scope `keys.manage`.
        """
        return self._call("GET", "/api-keys", query={"limit": limit, "cursor": cursor})

    def iterate_api_keys(self, *, limit: int | None = None) -> Iterator[types.ApiKey]:
        """Yields each item of all pages of `list_api_keys`."""
        return self._iterate(lambda cursor: self.list_api_keys(limit=limit, cursor=cursor))

    def create_api_key(
        self,
        body: types.NewApiKey,
        *,
        idempotency_key: str | None = None,
    ) -> types.ApiKeyWithKey:
        """Create an API key.

        The key is returned only once, in this response. You cannot create a key with more
        permissions than you have.

        Needs the scope `keys.manage`.
        """
        return self._call("POST", "/api-keys", body=body, key=idempotency_key or create_key())

    def delete_api_key(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete an API key.

        The key stops working immediately, and its open connections end.

        Needs the scope `keys.manage`.
        """
        return self._call("DELETE", f"/api-keys/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_audit_entries(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        action: str | None = None,
        operator: int | None = None,
        result: types.AuditResult | None = None,
        q: str | None = None,
        scope: types.AuditScope | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.AuditLog:
        """List audit log entries.

        Returns entries, newest first.

        Needs the scope `audit.read`.
        """
        return self._call("GET", "/audit", query={"since": since, "until": until, "action": action, "operator": operator, "result": result, "q": q, "scope": scope, "limit": limit, "cursor": cursor})

    def iterate_audit_entries(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        action: str | None = None,
        operator: int | None = None,
        result: types.AuditResult | None = None,
        q: str | None = None,
        scope: types.AuditScope | None = None,
        limit: int | None = None,
    ) -> Iterator[types.AuditEntry]:
        """Yields each item of all pages of `list_audit_entries`."""
        return self._iterate(lambda cursor: self.list_audit_entries(since=since, until=until, action=action, operator=operator, result=result, q=q, scope=scope, limit=limit, cursor=cursor))

    def list_audit_actions(self, *, scope: types.AuditScope | None = None) -> types.AuditActions:
        """List the actions in the audit log.

        Returns each action that occurs in the log once, for the filter `action`.

        Needs the scope `audit.read`.
        """
        return self._call("GET", "/audit/actions", query={"scope": scope})

    def verify_audit(self, *, scope: types.AuditScope | None = None) -> types.AuditVerification:
        """Verify the audit log.

        Recomputes the hash of every entry and returns whether the chain is intact, and
        otherwise the first broken entry.

        Needs the scope `audit.read`.
        """
        return self._call("GET", "/audit/verify", query={"scope": scope})

    def export_audit(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        action: str | None = None,
        operator: int | None = None,
        result: types.AuditResult | None = None,
        q: str | None = None,
        scope: types.AuditScope | None = None,
        format: Literal["csv", "xlsx", "jsonl"] | None = None,
    ) -> bytes:
        """Export audit log entries.

        Returns entries, newest first, as CSV, XLSX or JSON Lines. No cell can start a formula.
        The export is recorded in the audit log.

        Needs the scope `audit.read`.
        """
        return self._call("GET", "/audit/export", query={"since": since, "until": until, "action": action, "operator": operator, "result": result, "q": q, "scope": scope, "format": format}, raw=True)

    def get_instance(self) -> types.Instance:
        """Get the installation settings.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance")

    def update_instance(
        self,
        body: types.InstancePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Update the installation settings.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", "/instance", body=body, key=idempotency_key or create_key())

    def allow_address(
        self,
        body: types.EgressChange,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Change the outbound allow list.

        Adds and removes exactly the given entries, so concurrent changes do not overwrite each
        other.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/instance/egress-allow", body=body, key=idempotency_key or create_key())

    def get_health(self) -> types.Health:
        """Get the health of the installation.

        Returns the checks, version, storage, latest backup and nodes, as the node that answers
        sees them now.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/health")

    def get_backup_state(self) -> types.BackupState:
        """Get backups and their schedule.

        Returns the schedule of the backups that Parlour makes itself, and the latest runs.
        Backups of the command `parlour backup` are in the health only.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/backup")

    def set_backup_schedule(
        self,
        body: types.BackupSettings,
        *,
        idempotency_key: str | None = None,
    ) -> types.BackupState:
        """Set the schedule of backups.

        Needs an owner of the installation. `folder` is checked on the node that answers: it
        must be absolute, writable, outside the data of Parlour, and on a disk with enough
        space.

        Needs the scope `instance.manage`.
        """
        return self._call("PUT", "/instance/backup", body=body, key=idempotency_key or create_key())

    def start_backup(self, *, idempotency_key: str | None = None) -> None:
        """Back up now.

        Asks for a backup. The node that answers makes it in the background; `GET
        /instance/backup` has its progress. If a backup waits or is running, nothing changes.
        Returns 409 `not_available` if the folder cannot be used.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/instance/backup/runs", key=idempotency_key or create_key())

    def get_setup_progress(self) -> types.GetStarted:
        """Get the setup checklist.

        Returns what is done and what is missing before visitors can write.

        Needs the scope `account.manage`.
        """
        return self._call("GET", "/get-started")

    def get_mail_server(self) -> types.MailState:
        """Get the outgoing email server.

        The password is never returned.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/mail")

    def set_mail_server(
        self,
        body: types.NewMail,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailState:
        """Set the outgoing email server.

        If `password` is absent, the stored password is kept, provided that host, port, TLS mode
        and user stay the same.

        Needs the scope `instance.manage`.
        """
        return self._call("PUT", "/instance/mail", body=body, key=idempotency_key or create_key())

    def delete_mail_server(self, *, idempotency_key: str | None = None) -> None:
        """Remove the outgoing email server.

        Emails that are waiting to be sent are given up.

        Needs the scope `instance.manage`.
        """
        return self._call("DELETE", "/instance/mail", key=idempotency_key or create_key())

    def test_mail_server(
        self,
        body: types.MailTest,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailTestResult:
        """Send a test email.

        Sends one email to you, with the given settings or the stored ones. The response says at
        which step it failed and what to do.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/instance/mail/test", body=body, key=idempotency_key or create_key())

    def get_mail_preferences(self) -> types.MailPreferences:
        """Get your email preferences.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/me/mail")

    def set_mail_preferences(
        self,
        body: types.MailPreferencesPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailPreferences:
        """Set your email preferences.

        Needs the scope `profile.write`.
        """
        return self._call("PUT", "/me/mail", body=body, key=idempotency_key or create_key())

    def list_o_auth_clients(self) -> types.OAuthClients:
        """List the clients at providers of mailboxes.

        Returns the clients of the installation at providers of mailboxes, and the redirect URI
        to register there. Client secrets are never returned.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/oauth-clients")

    def set_o_auth_client(
        self,
        provider: types.OAuthProvider,
        body: types.NewOAuthClient,
        *,
        idempotency_key: str | None = None,
    ) -> types.OAuthClient:
        """Set the client at a provider of mailboxes.

        If `client_secret` is absent, the stored secret is kept, provided that client id and
        token endpoint stay the same.

        Needs the scope `instance.manage`.
        """
        return self._call("PUT", f"/instance/oauth-clients/{quote_segment(provider)}", body=body, key=idempotency_key or create_key())

    def remove_o_auth_client(
        self,
        provider: types.OAuthProvider,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Remove the client at a provider of mailboxes.

        Mailboxes that use it can no longer be read when their access token expires.

        Needs the scope `instance.manage`.
        """
        return self._call("DELETE", f"/instance/oauth-clients/{quote_segment(provider)}", key=idempotency_key or create_key())

    def list_offline_messages(
        self,
        *,
        state: Literal["new", "taken", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.OfflineMessages:
        """List offline messages.

        Returns messages of visitors that you may see, newest first.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/offline-messages", query={"state": state, "limit": limit, "cursor": cursor})

    def iterate_offline_messages(
        self,
        *,
        state: Literal["new", "taken", "done"] | None = None,
        limit: int | None = None,
    ) -> Iterator[types.OfflineMessageWithDeliveries]:
        """Yields each item of all pages of `list_offline_messages`."""
        return self._iterate(lambda cursor: self.list_offline_messages(state=state, limit=limit, cursor=cursor))

    def get_offline_message(self, id: int) -> types.OfflineMessageWithDeliveries:
        """Get an offline message.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/offline-messages/{quote_segment(id)}")

    def take_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Take an offline message.

        Assigns the message to you. Others then get 409 `already_accepted` with you in `by`.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/offline-messages/{quote_segment(id)}/take", key=idempotency_key or create_key())

    def finish_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Mark an offline message as done.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/offline-messages/{quote_segment(id)}/done", key=idempotency_key or create_key())

    def mail_offline_message(
        self,
        id: int,
        body: types.OfflineMail,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Answer an offline message by email.

        The message is then done, and the email is in the delivery log. Returns 409
        `not_available` if email is not set up, 400 if the visitor gave no address, and 409
        `at_limit` after 20 answers.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/offline-messages/{quote_segment(id)}/mail", body=body, key=idempotency_key or create_key())

    def continue_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineChat:
        """Answer an offline message in a chat.

        Opens the visitor's running chat, or a new one, and marks the message as done.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/offline-messages/{quote_segment(id)}/chat", key=idempotency_key or create_key())

    def list_ignored_emails(
        self,
        *,
        channel: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.IgnoredEmails:
        """List ignored emails.

        Returns the emails of email channels that became no chat, newest first, such as
        newsletters and automatic replies.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/ignored-emails", query={"channel": channel, "limit": limit, "cursor": cursor})

    def iterate_ignored_emails(
        self,
        *,
        channel: int | None = None,
        limit: int | None = None,
    ) -> Iterator[types.IgnoredEmail]:
        """Yields each item of all pages of `list_ignored_emails`."""
        return self._iterate(lambda cursor: self.list_ignored_emails(channel=channel, limit=limit, cursor=cursor))

    def get_ignored_email(self, id: int) -> types.IgnoredEmail:
        """Get an ignored email.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/ignored-emails/{quote_segment(id)}")

    def start_chat_from_ignored_email(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IgnoredEmailChat:
        """Start a chat from an ignored email.

        Accepts the email as a message of its sender. It starts a chat or joins the running one.
        A repeat returns the same chat.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/ignored-emails/{quote_segment(id)}/chat", key=idempotency_key or create_key())

    def list_deliveries(
        self,
        *,
        chat: int | None = None,
        seq: int | None = None,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
        state: types.ListDeliveriesState | None = None,
        since: str | None = None,
        until: str | None = None,
        q: int | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Deliveries:
        """List deliveries.

        Returns the delivery log, newest first. All filters must match.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", "/deliveries", query={"chat": chat, "seq": seq, "endpoint": endpoint, "kind": kind, "event": event, "state": state, "since": since, "until": until, "q": q, "limit": limit, "cursor": cursor})

    def iterate_deliveries(
        self,
        *,
        chat: int | None = None,
        seq: int | None = None,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
        state: types.ListDeliveriesState | None = None,
        since: str | None = None,
        until: str | None = None,
        q: int | str | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Delivery]:
        """Yields each item of all pages of `list_deliveries`."""
        return self._iterate(lambda cursor: self.list_deliveries(chat=chat, seq=seq, endpoint=endpoint, kind=kind, event=event, state=state, since=since, until=until, q=q, limit=limit, cursor=cursor))

    def get_delivery(self, id: int) -> types.DeliveryWithAttempts:
        """Get a delivery with its attempts.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", f"/deliveries/{quote_segment(id)}")

    def retry_delivery(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.DeliveryWithAttempts:
        """Retry a failed delivery.

        Sends it again with the same message id. Returns 409 `not_deliverable` if it did not
        fail, failed more than 30 days ago, or its endpoint is off.

        Needs the scope `deliveries.retry`.
        """
        return self._call("POST", f"/deliveries/{quote_segment(id)}/retry", key=idempotency_key or create_key())

    def retry_message(
        self,
        id: int,
        seq: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Retry a failed message.

        Sends a message that did not reach the visitor again, with the same message id. Returns
        409 `not_deliverable` if it did not fail, failed more than 30 days ago, or the endpoint
        is off.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/retry", key=idempotency_key or create_key())

    def undo_message(
        self,
        id: int,
        seq: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Undo a message that was not sent yet.

        Undoes a message that waits to be sent, such as an email in its first minute. It becomes
        a note without text and files, and it is not sent. Only its author can undo it, in a
        chat that is not closed. Returns 409 `already_sent` if an attempt to send it has
        started.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/undo", key=idempotency_key or create_key())

    def send_message_now(
        self,
        id: int,
        seq: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Send a waiting message now.

        Ends the wait of a message and of the earlier messages to the same visitor, so that they
        are sent now. Returns 409 `already_sent` if it does not wait.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/send-now", key=idempotency_key or create_key())

    def get_delivery_totals(
        self,
        *,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
    ) -> types.DeliveryTotals:
        """Get delivery figures for the last 24 hours.

        Returns how many deliveries succeeded, failed or wait, and how long attempts took.
        Counts at most the newest 20,000 deliveries.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", "/deliveries/totals", query={"endpoint": endpoint, "kind": kind, "event": event})

    def replay_deliveries(
        self,
        body: types.Replay,
        *,
        dry_run: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
    ) -> types.ReplayResult:
        """Replay failed deliveries of an endpoint.

        Sends failed and dead deliveries again, in the order of each chat, at most 5,000 per
        request. With `dry_run=true`, they are only counted. Returns 409 `not_deliverable` if
        the endpoint is off.

        Needs the scope `deliveries.retry`.
        """
        return self._call("POST", "/deliveries/replay", query={"dry_run": dry_run}, body=body, key=idempotency_key or create_key())

    def list_endpoints(
        self,
        *,
        kind: types.EndpointKind | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Endpoints:
        """List endpoints.

        Returns the endpoints of channels, bots and webhooks, with their state, recent failures
        and queue.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", "/endpoints", query={"kind": kind, "limit": limit, "cursor": cursor})

    def iterate_endpoints(
        self,
        *,
        kind: types.EndpointKind | None = None,
        limit: int | None = None,
    ) -> Iterator[types.Endpoint]:
        """Yields each item of all pages of `list_endpoints`."""
        return self._iterate(lambda cursor: self.list_endpoints(kind=kind, limit=limit, cursor=cursor))

    def get_endpoint(self, id: int) -> types.Endpoint:
        """Get an endpoint.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", f"/endpoints/{quote_segment(id)}")

    def pause_endpoint(self, id: int, *, idempotency_key: str | None = None) -> types.Endpoint:
        """Pause an endpoint.

        Nothing is sent until you resume it. Deliveries wait, in order. If it is the endpoint of
        a bot, its chats go to operators.

        Needs the scope `deliveries.retry`.
        """
        return self._call("POST", f"/endpoints/{quote_segment(id)}/pause", key=idempotency_key or create_key())

    def resume_endpoint(self, id: int, *, idempotency_key: str | None = None) -> types.Endpoint:
        """Resume an endpoint.

        Sends the waiting deliveries. Also turns on an endpoint that is off; its dead deliveries
        must be replayed separately.

        Needs the scope `deliveries.retry`.
        """
        return self._call("POST", f"/endpoints/{quote_segment(id)}/resume", key=idempotency_key or create_key())

    def list_inspected_requests(
        self,
        *,
        after: int | None = None,
        kind: types.EndpointKind | None = None,
        owner: int | None = None,
        endpoint: int | None = None,
        direction: Literal["in", "out"] | None = None,
        fault: Literal["true", "false"] | None = None,
        limit: int | None = None,
    ) -> types.InspectedRequests:
        """List recent requests from and to integrators.

        Returns the latest requests at all nodes, oldest first. Each node keeps at most 500 per
        account, in memory only.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", "/inspector", query={"after": after, "kind": kind, "owner": owner, "endpoint": endpoint, "direction": direction, "fault": fault, "limit": limit})

    def list_samples(self) -> types.Samples:
        """List sample events.

        Returns the body of a test event for every event that bots and webhooks receive.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", "/samples")

    def test_bot(
        self,
        id: int,
        body: types.TestBot,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotTestAttempt:
        """Send a test event to a bot.

        Makes one attempt. For 60 seconds, events that the bot posts for chat `0` are recorded
        as part of the test. Nothing is added to a chat or to the delivery log.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", f"/bots/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    def get_bot_test(self, id: int) -> types.BotTest:
        """Get the latest test of a bot.

        Returns what the bot posted during its latest test. All fields are empty if the bot was
        never tested.

        Needs the scope `bots.manage`.
        """
        return self._call("GET", f"/bots/{quote_segment(id)}/test")

    def test_webhook(
        self,
        id: int,
        body: types.TestWebhook,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookTestAttempt:
        """Send a test event to a webhook.

        Makes one attempt, and returns the response and the data that operators would see.
        Nothing is added to a chat or to the delivery log.

        Needs the scope `webhooks.manage`.
        """
        return self._call("POST", f"/webhooks/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    def get_push_key(self) -> types.PushKey:
        """Get the public key for push subscriptions.

        Returns the VAPID key that a browser needs to subscribe. It never changes.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/push/key")

    def list_push_devices(self) -> types.PushDevices:
        """List your notification devices.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/push/subscriptions")

    def create_push_device(
        self,
        body: types.NewPushDevice,
        *,
        idempotency_key: str | None = None,
    ) -> types.PushDevice:
        """Register this browser for notifications.

        A session has one device: registering again replaces it. You have at most 10 devices.
        Needs a session of an operator who answers chats.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/push/subscriptions", body=body, key=idempotency_key or create_key())

    def delete_push_device(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a notification device.

        The device no longer receives notifications.

        Needs the scope `chats.answer`.
        """
        return self._call("DELETE", f"/push/subscriptions/{quote_segment(id)}", key=idempotency_key or create_key())

    def test_push_device(self, id: int, *, idempotency_key: str | None = None) -> types.PushTest:
        """Send a test notification to a device.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/push/subscriptions/{quote_segment(id)}/test", key=idempotency_key or create_key())

    def save_self_test(self, body: types.SelfTest, *, idempotency_key: str | None = None) -> None:
        """Save the result of your notification self-test.

        `broken` lists what did not work. Administrators see it in `GET /push/reach`.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", "/push/self-test", body=body, key=idempotency_key or create_key())

    def list_reachability(self) -> types.ReachabilityList:
        """List how each operator can be notified.

        Returns, for each active operator, the number of notification devices and the latest
        self-test.

        Needs the scope `operators.manage`.
        """
        return self._call("GET", "/push/reach")


class AsyncOperations(AsyncCaller):
    """Calls the operations of the service API. Each method is awaited."""

    async def get_setup_state(self) -> types.SetupState:
        """Check whether the installation needs setup.

        Returns `needed: true` until the first account has an owner. Use it to choose between
        the setup page and the sign-in page.

        Needs no authentication.
        """
        return await self._call("GET", "/setup")

    async def set_up_installation(self, body: types.Setup) -> types.SignedIn:
        """Set up the installation and sign in.

        Creates the first account with its owner, who also owns the installation, and starts a
        session (cookie). `token` comes from the one-time link that the server prints at start.
        Returns 409 `already_set_up` if setup is done, and 401 `invalid_token` for a wrong or
        expired token.

        Needs no authentication.
        """
        return await self._call("POST", "/setup", body=body)

    async def list_sign_in_methods(self) -> types.SignInMethods:
        """List the sign-in methods of this installation.

        Returns what the sign-in page can offer: the OpenID Connect providers, and whether a
        password can be reset by email.

        Needs no authentication.
        """
        return await self._call("GET", "/sessions/ways")

    async def create_passkey_challenge(self) -> types.PasskeyChallenge:
        """Create a challenge for passkey sign-in.

        Returns the options for `navigator.credentials.get()`, for a sign-in with a passkey and
        without a password. The options are valid once, for 10 minutes.

        Needs no authentication.
        """
        return await self._call("POST", "/sessions/passkey")

    async def start_oidc_sign_in(self, body: types.OidcStart) -> types.AuthorizationRedirect:
        """Start a sign-in with an OIDC provider.

        Returns the URL to open in the browser and sets a cookie that is valid for 10 minutes.
        After the provider redirects back, pass the query of that address as `oidc` to `POST
        /sessions`. Returns 409 `not_available` if the provider does not respond.

        Needs no authentication.
        """
        return await self._call("POST", "/sessions/oidc", body=body)

    async def sign_in(self, body: types.SignIn) -> types.SignedIn | types.SecondFactorRequired:
        """Sign in.

        Signs in with email and password, with a passkey, or with the result of an OIDC
        provider, and sets the session cookie. Returns 202 with the available methods if a
        second factor is needed: repeat the request with `code` or `passkey`. Returns 401
        `invalid_credentials` for wrong credentials, and 429 with `Retry-After` after repeated
        failures.

        Needs no authentication.
        """
        return await self._call("POST", "/sessions", body=body)

    async def list_sessions(self) -> types.Sessions:
        """List the sessions of all operators.

        Returns where the operators of the account are signed in, most recent first.

        Needs the scope `operators.manage`.
        """
        return await self._call("GET", "/sessions")

    async def sign_out(self, *, idempotency_key: str | None = None) -> None:
        """Sign out of this browser.

        Ends all sessions of this browser, including those in other accounts, and closes their
        sockets.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", "/sessions/current", key=idempotency_key or create_key())

    async def get_profile(self) -> types.Operator:
        """Get your profile.

        Returns the operator that the session or API key acts for.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/me")

    async def update_profile(
        self,
        body: types.MePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Update your profile.

        Changes your name, language or password. A new password needs `old_password` and ends
        your other sessions. Returns 409 `managed_by_file` if the provisioning file defines you.

        Needs the scope `profile.write`.
        """
        return await self._call("PATCH", "/me", body=body, key=idempotency_key or create_key())

    async def set_presence(
        self,
        body: types.PresenceChoice,
        *,
        idempotency_key: str | None = None,
    ) -> types.OwnPresence:
        """Set your presence.

        Presence counts only while an operator socket of the same session or API key is open,
        and for 20 seconds after it closes. Without a socket, the response has `presence_reason:
        no_socket`. Parlour does not switch a key to `away`: your program decides that. Counts
        while a socket of this session (or of this API key) is open and for 20 s after; without
        one `presence_reason` is `no_socket`. Going away without input is the application's to
        say.

        Needs the scope `presence.set`.
        """
        return await self._call("PUT", "/me/presence", body=body, key=idempotency_key or create_key())

    async def set_photo(
        self,
        file: tuple[str, bytes],
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Upload your photo.

        Send `multipart/form-data` with exactly one field, `file`: a PNG, JPEG, WebP or GIF of
        at most 5 MiB. The photo is stored as a square JPEG, and its URL is public. Returns 413
        if the file is too large, and 415 for another kind of file.

        Needs the scope `profile.write`.
        """
        return await self._call("PUT", "/me/photo", file=file, key=idempotency_key or create_key())

    async def delete_photo(self, *, idempotency_key: str | None = None) -> types.Operator:
        """Delete your photo.

        Returns your profile with `photo` null, also if you had no photo.

        Needs the scope `profile.write`.
        """
        return await self._call("DELETE", "/me/photo", key=idempotency_key or create_key())

    async def accept_invitation(self, body: types.AcceptInvitation) -> types.InvitationAccepted:
        """Accept an invitation or a password reset.

        Sets the password with the token of an invitation or reset link, and ends all sessions
        of the operator. Sign in afterwards with `POST /sessions`. Returns 401 `invalid_token`
        if the link was used, has expired or was replaced by a newer one.

        Needs no authentication.
        """
        return await self._call("POST", "/invitations/accept", body=body)

    async def request_password_reset(self, body: types.PasswordReset) -> None:
        """Request a password reset email.

        Emails a reset link, valid for 1 hour, if an active operator has this address. Always
        returns 204, so it does not tell whether the address is known. Returns 409
        `not_available` if the installation cannot send email.

        Needs no authentication.
        """
        return await self._call("POST", "/password-resets", body=body)

    async def describe_application_request(
        self,
        *,
        client_id: str,
        redirect_uri: str,
        response_type: str,
        code_challenge: str,
        code_challenge_method: str,
        scope: str | None = None,
        state: str | None = None,
        resource: str | None = None,
    ) -> types.DescribedAuthorization:
        """Check an application's access request.

        Validates the parameters that an application sent to the authorization page, and returns
        what to show before the operator decides. Nothing is granted.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/applications/request", query={"client_id": client_id, "redirect_uri": redirect_uri, "response_type": response_type, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "scope": scope, "state": state, "resource": resource})

    async def connect_application(
        self,
        body: types.GrantAccess,
        *,
        idempotency_key: str | None = None,
    ) -> types.AuthorizationRedirect:
        """Grant access to an application.

        Grants the chosen scopes and returns the URL, with the authorization code, that the
        browser must open next. Returns 403 with field `scopes` for a scope that was not
        requested or that your role does not have.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/applications", body=body, key=idempotency_key or create_key())

    async def list_own_applications(self) -> types.ConnectedApplications:
        """List your connected applications.

        Returns the applications that act for you by OAuth, most recent first.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/applications")

    async def disconnect_application(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Disconnect an application.

        Ends the access of the application. Its tokens stop working immediately.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", f"/me/applications/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_own_sessions(self) -> types.Sessions:
        """List your sessions.

        Returns where you are signed in, most recent first.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/sessions")

    async def end_other_sessions(self, *, idempotency_key: str | None = None) -> None:
        """End all your other sessions.

        Signs you out everywhere except here, and ends the access of your connected
        applications.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", "/me/sessions", key=idempotency_key or create_key())

    async def end_own_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End one of your sessions.

        The session stops working within 2 seconds, and its sockets close.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", f"/me/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_own_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """List your sign-ins.

        Returns your sign-ins, including refused ones, newest first. They are kept as long as IP
        addresses are (90 days by default).

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_own_sign_ins(self, *, limit: int | None = None) -> AsyncIterator[types.SignInEntry]:
        """Yields each item of all pages of `list_own_sign_ins`."""
        return self._iterate(lambda cursor: self.list_own_sign_ins(limit=limit, cursor=cursor))

    async def list_reauthentication_methods(self) -> types.ReauthenticationMethods:
        """List your re-authentication methods.

        Returns how you can confirm your identity, and until when no confirmation is needed.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/confirm")

    async def reauthenticate(
        self,
        body: types.Reauthentication,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Confirm your identity.

        Opens, for 15 minutes, the requests that change secrets, roles or the installation. Such
        requests return 403 `confirmation_needed` without it. Send exactly one of the three
        fields. Returns 400 with the field for a wrong value.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/confirm", body=body, key=idempotency_key or create_key())

    async def get_own_security(self) -> types.MySecurity:
        """Get your second factors.

        Returns your authenticator app, passkeys and number of unused recovery codes, and
        whether the account requires a second factor.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/security")

    async def create_totp_secret(self, *, idempotency_key: str | None = None) -> types.TotpSecret:
        """Create an authenticator app secret.

        Returns the secret, once. It counts as a second factor only after `POST
        /me/totp/confirm`.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/totp", key=idempotency_key or create_key())

    async def delete_totp(self, *, idempotency_key: str | None = None) -> types.MySecurity:
        """Remove your authenticator app.

        Sign-ins no longer ask for its codes.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", "/me/totp", key=idempotency_key or create_key())

    async def confirm_totp(
        self,
        body: types.TotpCode,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Confirm your authenticator app.

        Turns on the secret of `POST /me/totp` with a first code. If this is your first second
        factor, the response also contains recovery codes, once.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/totp/confirm", body=body, key=idempotency_key or create_key())

    async def create_recovery_codes(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Create new recovery codes.

        Returns ten codes, once. All earlier recovery codes stop working.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/recovery-codes", key=idempotency_key or create_key())

    async def create_passkey_options(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.PasskeyChallenge:
        """Create options for a new passkey.

        Returns the options for `navigator.credentials.create()`. They are valid once, for 10
        minutes.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/passkeys/options", key=idempotency_key or create_key())

    async def add_passkey(
        self,
        body: types.NewPasskey,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Add a passkey.

        Stores the result of `navigator.credentials.create()`. If this is your first second
        factor, the response also contains recovery codes, once.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/passkeys", body=body, key=idempotency_key or create_key())

    async def update_passkey(
        self,
        id: int,
        body: types.PasskeyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.MySecurity:
        """Rename a passkey.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("PATCH", f"/me/passkeys/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_passkey(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.MySecurity:
        """Delete a passkey.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", f"/me/passkeys/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_own_accounts(self) -> types.BrowserAccounts:
        """List the accounts of this browser.

        Returns the accounts in which this browser is signed in.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/accounts")

    async def switch_account(
        self,
        body: types.AccountSwitch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SignedIn:
        """Switch to another account.

        Continues in another account in which this browser is signed in, and replaces the
        session cookie. All pages of the browser switch. Returns 404 if the browser is not
        signed in there.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/sessions/switch", body=body, key=idempotency_key or create_key())

    async def get_security_policy(self) -> types.SecurityPolicy:
        """Get the security policy.

        Returns whether the account requires a second factor, and which operators have none.

        Needs the scope `account.manage`.
        """
        return await self._call("GET", "/security")

    async def update_security_policy(
        self,
        body: types.SecurityPolicyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityPolicy:
        """Update the security policy.

        Makes a second factor optional or required. Operators without one have `grace_days` (14
        by default) to set it up.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/security", body=body, key=idempotency_key or create_key())

    async def end_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End an operator's session.

        The session stops working within 2 seconds, and its sockets close.

        Needs the scope `operators.manage`.
        """
        return await self._call("DELETE", f"/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """List the sign-ins of all operators.

        Returns the sign-ins of the account, including refused ones, newest first. They are kept
        as long as IP addresses are (90 days by default).

        Needs the scope `operators.manage`.
        """
        return await self._call("GET", "/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_sign_ins(self, *, limit: int | None = None) -> AsyncIterator[types.SignInEntry]:
        """Yields each item of all pages of `list_sign_ins`."""
        return self._iterate(lambda cursor: self.list_sign_ins(limit=limit, cursor=cursor))

    async def delete_second_factor(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Remove an operator's second factors.

        Removes the authenticator app, all passkeys and the recovery codes of an operator who
        lost their device, and ends their sessions. Only an owner can do this for another owner.

        Needs the scope `operators.manage`.
        """
        return await self._call("DELETE", f"/operators/{quote_segment(id)}/second-factor", key=idempotency_key or create_key())

    async def list_oidc_providers(self) -> types.OidcProviders:
        """List OIDC providers.

        Returns the sign-in providers of the installation. Client secrets are never returned.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/oidc")

    async def create_oidc_provider(
        self,
        body: types.NewOidcProvider,
        *,
        idempotency_key: str | None = None,
    ) -> types.OidcProvider:
        """Create an OIDC provider.

        Parlour contacts the issuer first and returns 400 if it is not an OpenID Connect
        provider. An installation has at most 10 providers.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/instance/oidc", body=body, key=idempotency_key or create_key())

    async def update_oidc_provider(
        self,
        id: str,
        body: types.OidcProviderPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.OidcProvider:
        """Update an OIDC provider.

        If `client_secret` is absent, the stored secret is kept, provided that issuer and client
        id stay the same.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", f"/instance/oidc/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_oidc_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete an OIDC provider.

        Operators can no longer sign in with it. Sessions that it started continue.

        Needs the scope `instance.manage`.
        """
        return await self._call("DELETE", f"/instance/oidc/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_chats(
        self,
        *,
        state: types.ChatState | None = None,
        view: types.ChatView | None = None,
        assignee: int | str | None = None,
        channel: int | None = None,
        department: int | None = None,
        visitor: int | None = None,
        tag: int | None = None,
        language: str | None = None,
        q: str | None = None,
        sort: Literal["activity", "created"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Chats:
        """List chats.

        Returns chats with the latest activity first, or the newest first with `sort=created`.
        Without `state` and `view`, chats of every state are returned. `assignment` is always
        null in lists.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/chats", query={"state": state, "view": view, "assignee": assignee, "channel": channel, "department": department, "visitor": visitor, "tag": tag, "language": language, "q": q, "sort": sort, "limit": limit, "cursor": cursor})

    def iterate_chats(
        self,
        *,
        state: types.ChatState | None = None,
        view: types.ChatView | None = None,
        assignee: int | str | None = None,
        channel: int | None = None,
        department: int | None = None,
        visitor: int | None = None,
        tag: int | None = None,
        language: str | None = None,
        q: str | None = None,
        sort: Literal["activity", "created"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.Chat]:
        """Yields each item of all pages of `list_chats`."""
        return self._iterate(lambda cursor: self.list_chats(state=state, view=view, assignee=assignee, channel=channel, department=department, visitor=visitor, tag=tag, language=language, q=q, sort=sort, limit=limit, cursor=cursor))

    async def get_chat_counters(self) -> types.Counters:
        """Count the chats in each inbox view.

        Returns the numbers next to the views of the inbox, and your unread messages.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/chats/counters")

    async def get_chat(self, id: int) -> types.Chat:
        """Get a chat.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}")

    async def list_messages(
        self,
        id: int,
        *,
        before: int | None = None,
        after: int | None = None,
        limit: int | None = None,
    ) -> types.Messages:
        """List the messages of a chat.

        Returns messages, internal notes and system messages, oldest first. Without `before` and
        `after`, the latest messages are returned. Page by `seq`: `next_cursor` is always null.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}/messages", query={"before": before, "after": after, "limit": limit})

    async def send_message(
        self,
        id: int,
        body: types.NewMessage,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Send a message or add an internal note.

        Sends a text, an uploaded file or a template to the visitor, or adds an internal note. A
        reply in a waiting chat also accepts the chat; a reply in a colleague's chat joins it.
        If `client_id` was used before in this chat, the first message is returned with 200 and
        nothing is sent again. Returns 409 `at_limit`, `chat_closed` or `reply_window_closed`
        (send a template instead), and 403 `channel_disabled` if the channel is off.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/messages", body=body, key=idempotency_key or create_key())

    async def mark_chat_read(
        self,
        id: int,
        body: types.ReadMark,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Set your read mark in a chat.

        Moves the mark forward to `seq`. To move it back, set `unread` to true. A number above
        the last message means the last message.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/read", body=body, key=idempotency_key or create_key())

    async def get_chat_email(self, id: int) -> types.ChatEmail:
        """Get the recipients of the next email.

        Returns subject and recipients that the next email of a chat begins with. The chat must
        belong to a mail channel.

        Needs the scope `chats.answer`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}/email")

    async def use_reply_to(
        self,
        id: int,
        body: types.UseReplyTo,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChatEmail:
        """Choose where replies to a sender go.

        Chooses whether replies to the sender of the latest email go to the addresses for which
        their emails ask. The choice counts for all chats with this sender in the channel, until
        it is revoked.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/reply-to", body=body, key=idempotency_key or create_key())

    async def start_email(
        self,
        body: types.NewEmail,
        *,
        idempotency_key: str | None = None,
    ) -> types.IgnoredEmailChat:
        """Start a chat with an email.

        Sends an email to a person and starts a chat with it. The chat belongs to you and to the
        visitor of the first recipient in `to`, who is created if needed. Their answer continues
        the chat. The channel must be a mail channel whose chats you answer. If the visitor has
        an open chat in the channel, the request fails with 409 `already_running` and its
        `chat_id`. Each account can send 100 such emails an hour, unless the installation sets
        another limit.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/emails", body=body, key=idempotency_key or create_key())

    async def accept_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Accept a chat.

        Assigns a waiting chat, or a chat of a bot, to you. Returns 409 `already_accepted` with
        the operator who was first (also if that was you), `at_limit` if you reached your limit
        of parallel chats, or `chat_closed`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/accept", key=idempotency_key or create_key())

    async def join_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Join a chat.

        Adds you to an open chat next to its assignee. A waiting chat is accepted instead.
        Returns 409 `at_limit` or `chat_closed`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/join", key=idempotency_key or create_key())

    async def leave_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Leave a chat.

        If you are the last operator in the chat, it waits again.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/leave", key=idempotency_key or create_key())

    async def transfer_chat(
        self,
        id: int,
        body: types.TransferChat,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Transfer a chat.

        Offers the chat to an operator, or lets it wait in a department. Send exactly one of
        `operator_id` and `department_id`. An offer to an operator lasts 30 seconds; until it is
        accepted, the chat stays yours. With `assign`, the operator has it at once and may be
        offline. Returns 409 `not_open`, `chat_closed`, `not_available` (the operator is
        offline) or `transfer_open`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/transfer", body=body, key=idempotency_key or create_key())

    async def accept_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Accept a transfer.

        Takes the chat that an operator offered to you. The sender leaves the chat. Returns 409
        `no_transfer` if no transfer to you is open.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/transfer/accept", key=idempotency_key or create_key())

    async def refuse_transfer(
        self,
        id: int,
        body: types.RefuseTransferBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Decline a transfer.

        The chat stays with the sender, who sees `reason`. Returns 409 `no_transfer` if no
        transfer to you is open.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/transfer/refuse", body=body, key=idempotency_key or create_key())

    async def withdraw_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Withdraw a transfer.

        Takes back an offer that was not accepted yet. Without an open transfer, nothing
        changes. Returns 409 `already_accepted`, with the operator in `by`, if the target
        accepted first.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/transfer/withdraw", key=idempotency_key or create_key())

    async def mark_chat_notice(
        self,
        id: int,
        body: types.MarkNotice,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Mark or dismiss your notice in a chat.

        Marks the notice to you (for example, that a transfer was declined) as opened, or
        removes it. Without such a notice, nothing changes.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/notice", body=body, key=idempotency_key or create_key())

    async def skip_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Skip a waiting chat.

        The chat stops ringing for you on all devices until it is offered to you again. It is
        not passed on to another operator.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/skip", key=idempotency_key or create_key())

    async def invite_operator_to_chat(
        self,
        id: int,
        body: types.InviteOperatorBody,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Invite an operator to a chat.

        The operator can join or decline, and may be offline. A chat keeps the latest 20 open
        invitations.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/invite", body=body, key=idempotency_key or create_key())

    async def decline_chat_invitation(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Decline an invitation to a chat.

        Adds no system message. Without an invitation to you, nothing changes.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/invite/decline", key=idempotency_key or create_key())

    async def close_chat(
        self,
        id: int,
        body: types.CloseChatBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Close a chat.

        Closes the chat immediately. A closed chat cannot be reopened; use `POST
        /chats/{id}/continue` to start a new one with the same visitor.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/close", body=body, key=idempotency_key or create_key())

    async def assign_crm_card(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Assign a chat to its CRM card.

        Sends the webhook event `chat_assigned` with the CRM link that a webhook response
        returned, once per link. Returns 409 `no_crm_card` if the chat has no link.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/assign-crm", key=idempotency_key or create_key())

    async def ask_for_rating(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Ask the visitor for a rating.

        Shows the rating form in the chat window. Returns 409 `no_rating` if the channel cannot
        ask, the visitor has already rated, or it is too late to rate.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/ask-rating", key=idempotency_key or create_key())

    async def mail_transcript(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Email the transcript to the visitor.

        Sends the conversation to the visitor's email address, at most 3 times per chat. Returns
        409 `not_available` if email is not set up, 409 `at_limit` after 3 emails, and 400 with
        field `email` if the visitor has no address.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/mail-transcript", key=idempotency_key or create_key())

    async def continue_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Continue a closed chat.

        Creates an open chat, assigned to you, with the same visitor on the same channel.
        Returns 409 `not_closed`, `already_running` (with the `chat_id` of that chat) or
        `visitor_blocked`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/continue", key=idempotency_key or create_key())

    async def send_typing(
        self,
        id: int,
        body: types.Typing,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Send a typing notice.

        Tells the visitor and other operators that you are typing or have stopped. The notice
        ends by itself after 15 seconds.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/typing", body=body, key=idempotency_key or create_key())

    async def get_transcript(
        self,
        id: int,
        *,
        format: Literal["txt", "html"],
        notes: bool | None = None,
    ) -> bytes:
        """Download the transcript of a chat.

        Returns the chat as text or HTML. Times are in the time zone of the working hours, or in
        UTC if none is set. Internal notes and operator-only system messages are included only
        with `notes=true`.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}/transcript", query={"format": format, "notes": notes}, raw=True)

    async def list_tags(self, *, limit: int | None = None, cursor: str | None = None) -> types.Tags:
        """List tags.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/tags", query={"limit": limit, "cursor": cursor})

    def iterate_tags(self, *, limit: int | None = None) -> AsyncIterator[types.Tag]:
        """Yields each item of all pages of `list_tags`."""
        return self._iterate(lambda cursor: self.list_tags(limit=limit, cursor=cursor))

    async def create_tag(
        self,
        body: types.NewTag,
        *,
        idempotency_key: str | None = None,
    ) -> types.Tag:
        """Create a tag.

        Names are unique in the account, ignoring case (409 `name_taken`). An account has at
        most 500 tags.

        Needs the scope `account.manage`.
        """
        return await self._call("POST", "/tags", body=body, key=idempotency_key or create_key())

    async def get_tag(self, id: int) -> types.Tag:
        """Get a tag.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/tags/{quote_segment(id)}")

    async def update_tag(
        self,
        id: int,
        body: types.NewTag,
        *,
        idempotency_key: str | None = None,
    ) -> types.Tag:
        """Rename a tag.

        Chats that already have the tag keep the old name.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", f"/tags/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_tag(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a tag.

        Chats that have the tag keep its name. It can then only be removed from them.

        Needs the scope `account.manage`.
        """
        return await self._call("DELETE", f"/tags/{quote_segment(id)}", key=idempotency_key or create_key())

    async def set_chat_tags(
        self,
        id: int,
        body: types.ChatTags,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Set the tags of a chat.

        Replaces all tags of the chat, at most 20. Also works for closed chats.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/tags", body=body, key=idempotency_key or create_key())

    async def export_canned_replies(self, *, format: types.ReplyFormat) -> bytes:
        """Export quick replies.

        Returns the quick replies that you can use, as CSV or JSON. No CSV cell can start a
        formula.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/canned-replies/export", query={"format": format}, raw=True)

    async def import_canned_replies(
        self,
        body: types.ImportReplies,
        *,
        idempotency_key: str | None = None,
    ) -> types.ImportedReplies:
        """Import quick replies.

        Adds and changes quick replies from a CSV or JSON file. Either the whole file is
        applied, or nothing. With `dry_run`, nothing is stored and the response lists all
        errors; without it, a file with errors returns 400 with field `content`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/canned-replies/import", body=body, key=idempotency_key or create_key())

    async def list_canned_replies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.CannedReplies:
        """List quick replies.

        Returns the quick replies that you can use: your own, and those of your departments and
        of the account.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/canned-replies", query={"limit": limit, "cursor": cursor})

    def iterate_canned_replies(
        self,
        *,
        limit: int | None = None,
    ) -> AsyncIterator[types.CannedReply]:
        """Yields each item of all pages of `list_canned_replies`."""
        return self._iterate(lambda cursor: self.list_canned_replies(limit=limit, cursor=cursor))

    async def create_canned_reply(
        self,
        body: types.NewCannedReply,
        *,
        idempotency_key: str | None = None,
    ) -> types.CannedReply:
        """Create a quick reply.

        Every operator can create their own. Quick replies of a department or the account need
        the permission `account.manage`. An account has at most 2,000 quick replies, and an
        operator 500 of their own.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/canned-replies", body=body, key=idempotency_key or create_key())

    async def get_canned_reply(self, id: int) -> types.CannedReply:
        """Get a quick reply.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/canned-replies/{quote_segment(id)}")

    async def update_canned_reply(
        self,
        id: int,
        body: types.CannedReplyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.CannedReply:
        """Update a quick reply.

        Needs the scope `chats.answer`.
        """
        return await self._call("PATCH", f"/canned-replies/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a quick reply.

        Needs the scope `chats.answer`.
        """
        return await self._call("DELETE", f"/canned-replies/{quote_segment(id)}", key=idempotency_key or create_key())

    async def use_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Count a use of a quick reply.

        Adds one to `uses`, by which the operator application sorts your quick replies.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/canned-replies/{quote_segment(id)}/use", key=idempotency_key or create_key())

    async def list_drafts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Drafts:
        """List your drafts.

        Returns all your drafts, newest first, on one page. You have at most 300; the oldest are
        removed.

        Needs the scope `chats.answer`.
        """
        return await self._call("GET", "/drafts", query={"limit": limit, "cursor": cursor})

    def iterate_drafts(self, *, limit: int | None = None) -> AsyncIterator[types.Draft]:
        """Yields each item of all pages of `list_drafts`."""
        return self._iterate(lambda cursor: self.list_drafts(limit=limit, cursor=cursor))

    async def save_draft(
        self,
        id: int,
        body: types.DraftChange,
        *,
        idempotency_key: str | None = None,
    ) -> types.Draft:
        """Save your draft in a chat.

        Stores the draft if `version` is above the stored version. Otherwise nothing is stored.
        In both cases the response is the stored draft.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/draft", body=body, key=idempotency_key or create_key())

    async def list_mentions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Mentions:
        """List unread notes that mention you.

        Returns the internal notes above your read mark that mention you, newest first: the
        latest 200, on one page.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/mentions", query={"limit": limit, "cursor": cursor})

    def iterate_mentions(self, *, limit: int | None = None) -> AsyncIterator[types.Mention]:
        """Yields each item of all pages of `list_mentions`."""
        return self._iterate(lambda cursor: self.list_mentions(limit=limit, cursor=cursor))

    async def upload_file(
        self,
        file: tuple[str, bytes],
        *,
        idempotency_key: str | None = None,
    ) -> types.Upload:
        """Upload a file.

        Send `multipart/form-data` with exactly one field, `file`, then pass the returned `id`
        as `upload_id` to `POST /chats/{id}/messages`. Executable and HTML-like files return
        415, files above the size limit 413. An upload that no message uses is deleted after 24
        hours.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/uploads", file=file, key=idempotency_key or create_key())

    async def get_upload(self, id: int) -> types.Upload:
        """Get an upload.

        Returns an upload of your own. For uploads of others, the response is 404.

        Needs the scope `chats.answer`.
        """
        return await self._call("GET", f"/uploads/{quote_segment(id)}")

    async def get_picture(
        self,
        *,
        url: str,
        kind: Literal["image", "photo"] | None = None,
    ) -> bytes:
        """Get a remote picture.

        Fetches a picture from an address that an integrator provided (a photo or a thumbnail)
        and returns its bytes. Returns 404 if there is no usable picture: PNG, JPEG, GIF or
        WebP, at most 1 MiB, or 25 MiB with `kind=photo`.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/media", query={"url": url, "kind": kind}, raw=True)

    async def block_chat(
        self,
        id: int,
        body: types.BlockChatBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Block the visitor of a chat.

        Adds the visitor to the block list and closes the chat. If the visitor is already
        blocked, the end and the reason of the entry change. Without `until`, the block has no
        end.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/block", body=body, key=idempotency_key or create_key())

    async def unblock_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Unblock the visitor of a chat.

        Lifts the block list entry that was made in a chat. The chat stays closed. Returns 404
        if there is nothing to lift.

        Needs the scope `chats.answer`.
        """
        return await self._call("DELETE", f"/chats/{quote_segment(id)}/block", key=idempotency_key or create_key())

    async def list_events(
        self,
        *,
        after: str | None = None,
        types: str | None = None,
        wait: int | None = None,
        limit: int | None = None,
    ) -> types.Events:
        """List events after a cursor.

        Returns the events of the account that you may see, as a long poll, or as a stream of
        server-sent events with `Accept: text/event-stream`. Without `after`, it returns the
        current cursor and no events. Returns 410 `cursor_gone`, with the cursor to continue
        from in `start`, if the cursor cannot be continued.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/events", query={"after": after, "types": types, "wait": wait, "limit": limit})

    async def search(
        self,
        *,
        q: str | None = None,
        scope: Literal["messages", "all"] | None = None,
        sort: Literal["best", "newest", "oldest"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SearchResult:
        """Search messages, visitors and chats.

        Returns chats with matching messages. With `scope=all`, the first page also has matching
        visitors and their chats. A page can be short or empty and still have a `next_cursor`.
        Searching for words returns 403 if you may not read message texts.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/search", query={"q": q, "scope": scope, "sort": sort, "limit": limit, "cursor": cursor})

    def iterate_search(
        self,
        *,
        q: str | None = None,
        scope: Literal["messages", "all"] | None = None,
        sort: Literal["best", "newest", "oldest"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.ChatHit]:
        """Yields each item of all pages of `search`."""
        return self._iterate(lambda cursor: self.search(q=q, scope=scope, sort=sort, limit=limit, cursor=cursor))

    async def list_chat_matches(self, id: int, *, q: str | None = None) -> types.ChatMatches:
        """List the messages of a chat that match a search.

        Returns their sequence numbers, ascending: the newest 1,000 matches among the newest
        10,000 messages.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}/matches", query={"q": q})

    async def export_search(
        self,
        *,
        q: str | None = None,
        format: Literal["csv", "xlsx", "jsonl"] | None = None,
    ) -> bytes:
        """Export search results.

        Returns one line per message or chat, newest first, as CSV, XLSX or JSON Lines: at most
        50,000 lines, and 1,000 of one chat. No cell can start a formula. At most two exports of
        an account run at a time (otherwise 429).

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/search/export", query={"q": q, "format": format}, raw=True)

    async def get_report(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        compare: types.ReportCompare | None = None,
    ) -> types.Report:
        """Get a report.

        Returns figures for a period, by day, hour, channel, department and operator, compared
        with an earlier period. Use `from` and `to`, or `last`. A period has at most 400 days.

        Needs the scope `reports.read`.
        """
        return await self._call("GET", "/reports", query={"from": from_, "to": to, "last": last, "channel": channel, "department": department, "operator": operator, "bot": bot, "compare": compare})

    async def list_report_chats(
        self,
        number: types.ListReportChatsNumber,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        weekday: int | None = None,
        hour: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ReportChats:
        """List the chats behind a report figure.

        Returns the chats, or calls, that one figure of a report counts, latest first.

        Needs the scope `reports.read`.
        """
        return await self._call("GET", f"/reports/{quote_segment(number)}/chats", query={"from": from_, "to": to, "last": last, "channel": channel, "department": department, "operator": operator, "bot": bot, "weekday": weekday, "hour": hour, "limit": limit, "cursor": cursor})

    def iterate_report_chats(
        self,
        number: types.ListReportChatsNumber,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        weekday: int | None = None,
        hour: int | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.ReportChatsItems]:
        """Yields each item of all pages of `list_report_chats`."""
        return self._iterate(lambda cursor: self.list_report_chats(number, from_=from_, to=to, last=last, channel=channel, department=department, operator=operator, bot=bot, weekday=weekday, hour=hour, limit=limit, cursor=cursor))

    async def export_report(
        self,
        *,
        from_: str | None = None,
        to: str | None = None,
        last: int | None = None,
        channel: int | None = None,
        department: int | str | None = None,
        operator: int | str | None = None,
        bot: int | None = None,
        table: types.ReportTable,
        format: Literal["csv", "xlsx"] | None = None,
    ) -> bytes:
        """Export a report table.

        Returns one table of the report as CSV or XLSX. The table `chats` has at most 100,000
        rows. No cell can start a formula.

        Needs the scope `reports.read`.
        """
        return await self._call("GET", "/reports/export", query={"from": from_, "to": to, "last": last, "channel": channel, "department": department, "operator": operator, "bot": bot, "table": table, "format": format}, raw=True)

    async def list_visitors(
        self,
        *,
        q: str | None = None,
        sort: Literal["number", "seen"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Visitors:
        """List visitors.

        Returns visitors, newest first by visitor number, or by latest activity with
        `sort=seen`.

        Needs the scope `visitors.read`.
        """
        return await self._call("GET", "/visitors", query={"q": q, "sort": sort, "limit": limit, "cursor": cursor})

    def iterate_visitors(
        self,
        *,
        q: str | None = None,
        sort: Literal["number", "seen"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.VisitorWithActivity]:
        """Yields each item of all pages of `list_visitors`."""
        return self._iterate(lambda cursor: self.list_visitors(q=q, sort=sort, limit=limit, cursor=cursor))

    async def get_visitor(self, number: int) -> types.VisitorProfile:
        """Get a visitor.

        Returns a visitor and, in `person`, the other visitors with whom operators merged them.

        Needs the scope `visitors.read`.
        """
        return await self._call("GET", f"/visitors/{quote_segment(number)}")

    async def update_visitor(
        self,
        number: int,
        body: types.VisitorPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Visitor:
        """Update a visitor.

        Sets contact values with the source `operator`. Null or an empty text removes a value.
        Absent fields stay unchanged.

        Needs the scope `visitors.write`.
        """
        return await self._call("PATCH", f"/visitors/{quote_segment(number)}", body=body, key=idempotency_key or create_key())

    async def erase_visitor(
        self,
        number: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Erasure:
        """Erase a visitor.

        Permanently deletes the visitor, all visitors merged with them, and all their data
        within 24 hours. `received` lists the external endpoints that got some of this data. A
        repeated request returns the first result.

        Needs the scope `data.manage`.
        """
        return await self._call("DELETE", f"/visitors/{quote_segment(number)}", key=idempotency_key or create_key())

    async def list_visitor_matches(self, number: int) -> types.VisitorMatches:
        """List visitors who may be the same person.

        Returns at most 10 visitors with the same email address or phone number, newest first.

        Needs the scope `visitors.read`.
        """
        return await self._call("GET", f"/visitors/{quote_segment(number)}/matches")

    async def merge_visitors(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorProfile:
        """Merge two visitors.

        Joins two visitors into one person. Each keeps its number, chats and channel. You can
        undo the merge at any time. Returns 409 `not_available` for an erased visitor, and
        `at_limit` above 20 visitors.

        Needs the scope `visitors.write`.
        """
        return await self._call("PUT", f"/visitors/{quote_segment(number)}/merges/{quote_segment(other)}", key=idempotency_key or create_key())

    async def separate_visitors(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorProfile:
        """Undo the merge of two visitors.

        Removes exactly this merge. Returns 404 if these two visitors were not merged with each
        other.

        Needs the scope `visitors.write`.
        """
        return await self._call("DELETE", f"/visitors/{quote_segment(number)}/merges/{quote_segment(other)}", key=idempotency_key or create_key())

    async def dismiss_visitor_match(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Mark two visitors as different people.

        They are no longer suggested as the same person.

        Needs the scope `visitors.write`.
        """
        return await self._call("PUT", f"/visitors/{quote_segment(number)}/different/{quote_segment(other)}", key=idempotency_key or create_key())

    async def restore_visitor_match(
        self,
        number: int,
        other: int,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Unmark two visitors as different people.

        They can be suggested as the same person again. Returns 404 if they are not marked.

        Needs the scope `visitors.write`.
        """
        return await self._call("DELETE", f"/visitors/{quote_segment(number)}/different/{quote_segment(other)}", key=idempotency_key or create_key())

    async def list_erasures(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Erasures:
        """List erasures.

        Returns the erased visitors, newest first, and which external endpoints had received
        their data.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/erasures", query={"limit": limit, "cursor": cursor})

    def iterate_erasures(self, *, limit: int | None = None) -> AsyncIterator[types.Erasure]:
        """Yields each item of all pages of `list_erasures`."""
        return self._iterate(lambda cursor: self.list_erasures(limit=limit, cursor=cursor))

    async def get_retention(self) -> types.Retention:
        """Get the retention periods.

        Returns how long each kind of data is kept, in days. 0 means without limit.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/retention")

    async def update_retention(
        self,
        body: types.RetentionPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Retention:
        """Update the retention periods.

        Changes how long data is kept, for the whole installation. Null restores the default.
        Use `POST /retention/dry-run` first to see what would be deleted.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", "/retention", body=body, key=idempotency_key or create_key())

    async def preview_retention(
        self,
        body: types.RetentionPreviewQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.RetentionPreview:
        """Preview a retention change.

        Counts what these periods would delete now, in all accounts. Nothing is deleted.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/retention/dry-run", body=body, key=idempotency_key or create_key())

    async def get_storage_figures(self) -> types.StorageFigures:
        """Get the amount of stored data.

        Returns how many visitors, chats, messages, files and visits the account stores.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/data/figures")

    async def export_account(self) -> bytes:
        """Export the account.

        Returns all data of the account as a zip of JSON Lines and files, for the command
        `parlour import`. Secrets are not included.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/account/export", raw=True)

    async def check_account_export(self) -> types.ExportReady:
        """Check whether an export can start.

        Returns 200 if an export would start now, and 403 `confirmation_needed` if you must
        confirm your identity first. Use it before you open a download link.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/account/export/ready")

    async def export_visitor(self, number: int) -> bytes:
        """Export a visitor's data.

        Returns all data of the visitor, and of the visitors merged with them, as a zip of JSON
        and the files of the chats.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", f"/visitors/{quote_segment(number)}/export", raw=True)

    async def list_online_visitors(self) -> types.VisitorsOnline:
        """List visitors who are on your sites now.

        Returns visitors who have a page with a widget open, longest on the site first: the 500
        who came last. `total` counts all.

        Needs the scope `visitors.read`.
        """
        return await self._call("GET", "/visitors/online")

    async def list_visits(
        self,
        number: int,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Visits:
        """List the visits of a visitor.

        Returns the stored visits to sites with a widget, latest first.

        Needs the scope `visitors.read`.
        """
        return await self._call("GET", f"/visitors/{quote_segment(number)}/visits", query={"limit": limit, "cursor": cursor})

    def iterate_visits(
        self,
        number: int,
        *,
        limit: int | None = None,
    ) -> AsyncIterator[types.Visit]:
        """Yields each item of all pages of `list_visits`."""
        return self._iterate(lambda cursor: self.list_visits(number, limit=limit, cursor=cursor))

    async def invite_visitor(
        self,
        number: int,
        body: types.InviteVisitor,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorOnline:
        """Invite a visitor to a chat.

        Shows an invitation to a visitor who is on the site. Returns 409 `not_available` if the
        visitor has left, `at_limit` if the widget allows no further invitation,
        `already_running` if a chat is running, or `visitor_blocked`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/visitors/{quote_segment(number)}/invite", body=body, key=idempotency_key or create_key())

    async def withdraw_visitor_invitation(
        self,
        number: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorOnline:
        """Withdraw an invitation to a visitor.

        Takes back an operator's invitation that the visitor has not answered. Returns 409
        `not_open` if there is none, or `not_available` if the visitor has left.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/visitors/{quote_segment(number)}/invite/withdraw", key=idempotency_key or create_key())

    async def block_visitor(
        self,
        number: int,
        body: types.BlockVisitorBody | None = None,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorWithActivity:
        """Block a visitor.

        Adds a visitor without a running chat to the block list. Returns 409 `already_running`
        if a chat is running: use `POST /chats/{id}/block` instead.

        Needs the scope `visitors.write`.
        """
        return await self._call("POST", f"/visitors/{quote_segment(number)}/block", body=body, key=idempotency_key or create_key())

    async def list_block_list(
        self,
        *,
        state: Literal["in_force", "over", "lifted"] | None = None,
        kind: types.BlockListKind | None = None,
        q: str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.BlockList:
        """List block list entries.

        Returns entries, newest first, including expired and lifted ones.

        Needs the scope `blacklist.read`.
        """
        return await self._call("GET", "/blacklist", query={"state": state, "kind": kind, "q": q, "limit": limit, "cursor": cursor})

    def iterate_block_list(
        self,
        *,
        state: Literal["in_force", "over", "lifted"] | None = None,
        kind: types.BlockListKind | None = None,
        q: str | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.BlockListEntry]:
        """Yields each item of all pages of `list_block_list`."""
        return self._iterate(lambda cursor: self.list_block_list(state=state, kind=kind, q=q, limit=limit, cursor=cursor))

    async def create_block_list_entry(
        self,
        body: types.NewBlockListEntry,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockListEntry:
        """Create a block list entry.

        Returns 409 `name_taken` if an entry in force already has the same kind and value, and
        `at_limit` above 10,000 entries in force.

        Needs the scope `blacklist.manage`.
        """
        return await self._call("POST", "/blacklist", body=body, key=idempotency_key or create_key())

    async def get_block_list_entry(self, id: int) -> types.BlockListEntry:
        """Get a block list entry.

        Needs the scope `blacklist.read`.
        """
        return await self._call("GET", f"/blacklist/{quote_segment(id)}")

    async def update_block_list_entry(
        self,
        id: int,
        body: types.BlockListEntryPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockListEntry:
        """Update a block list entry.

        Changes the end or the reason, or restores a lifted entry with `lifted: false`.

        Needs the scope `blacklist.manage`.
        """
        return await self._call("PATCH", f"/blacklist/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def lift_block_list_entry(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Lift a block list entry.

        Stops blocking. The entry stays in the list with the state `lifted`.

        Needs the scope `blacklist.manage`.
        """
        return await self._call("DELETE", f"/blacklist/{quote_segment(id)}", key=idempotency_key or create_key())

    async def check_block_list(
        self,
        body: types.BlockCheckQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockCheckResult:
        """Check values against the block list.

        Returns whether a visitor with these values would be blocked, and the oldest entry that
        blocks them.

        Needs the scope `visitors.read`.
        """
        return await self._call("POST", "/blacklist/check", body=body, key=idempotency_key or create_key())

    async def list_channels(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Channels:
        """List channels.

        `inbound_url` is null and `secret_hint` is empty unless you may manage channels.

        Needs the scope `channels.read`.
        """
        return await self._call("GET", "/channels", query={"limit": limit, "cursor": cursor})

    def iterate_channels(self, *, limit: int | None = None) -> AsyncIterator[types.Channel]:
        """Yields each item of all pages of `list_channels`."""
        return self._iterate(lambda cursor: self.list_channels(limit=limit, cursor=cursor))

    async def create_channel(
        self,
        body: types.NewChannel | types.NewWidget | types.NewConnector,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChannelWithSecret:
        """Create a channel.

        Creates a chat API channel, a site widget (`kind: widget`), or a channel of an external
        service (`mail`, `telegram`, `whatsapp`). For a chat API channel, the response contains
        the signing secret, once.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", "/channels", body=body, key=idempotency_key or create_key())

    async def get_channel(self, id: int) -> types.Channel:
        """Get a channel.

        Needs the scope `channels.read`.
        """
        return await self._call("GET", f"/channels/{quote_segment(id)}")

    async def update_channel(
        self,
        id: int,
        body: types.ChannelPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Channel:
        """Update a channel.

        Absent fields stay unchanged. `widget` is accepted only for site widgets, `settings`
        only for channels of external services.

        Needs the scope `channels.manage`.
        """
        return await self._call("PATCH", f"/channels/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_channel(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a channel.

        Its chats are closed and stay in the archive.

        Needs the scope `channels.manage`.
        """
        return await self._call("DELETE", f"/channels/{quote_segment(id)}", key=idempotency_key or create_key())

    async def rotate_channel(
        self,
        id: int,
        body: types.Rotate,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChannelWithSecret:
        """Replace a channel's address or signing secret.

        The old inbound address works for 24 more hours. After a change of the secret, requests
        carry signatures with both secrets for 24 hours. A new secret is returned only once, in
        this response.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/rotate", body=body, key=idempotency_key or create_key())

    async def test_channel(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChannelTest:
        """Send a test message to a channel.

        Makes one request to the channel's endpoint with `recipient.id` `test`, and also returns
        what a request to the inbound address would get now.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/test", key=idempotency_key or create_key())

    async def test_channel_connection(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConnectionTest:
        """Test the connection of a channel.

        Tests a channel of an external service (email, Telegram, WhatsApp) in both directions.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/connection-test", key=idempotency_key or create_key())

    async def list_channel_templates(self, id: int) -> types.ChannelTemplates:
        """List the message templates of a channel.

        Returns the templates that the service of the channel has approved. On one page:
        `next_cursor` is always null.

        Needs the scope `chats.answer`.
        """
        return await self._call("GET", f"/channels/{quote_segment(id)}/templates")

    async def create_identity_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IdentitySecret:
        """Create an identity secret for a widget.

        Turns signed identity on, or replaces the secret. The secret is returned only once, in
        this response. Tokens signed with the old secret are refused immediately.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    async def delete_identity_secret(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Turn off signed identity for a widget.

        The widget then treats user tokens as plain text again, without verification.

        Needs the scope `channels.manage`.
        """
        return await self._call("DELETE", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    async def send_channel_address_code(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Send a code to the address of a channel.

        Sends a code to the email address of the channel. Send the code to `POST
        /channels/{id}/address-proof` within 15 minutes.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/address-code", key=idempotency_key or create_key())

    async def prove_channel_address(
        self,
        id: int,
        body: types.ChannelAddressCode,
        *,
        idempotency_key: str | None = None,
    ) -> types.Channel:
        """Prove the address of a channel.

        Shows that the account may use the address of the channel. A code is valid for 15
        minutes.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/address-proof", body=body, key=idempotency_key or create_key())

    async def find_connection(
        self,
        body: types.ConnectionLookup,
        *,
        idempotency_key: str | None = None,
    ) -> types.FoundConnection:
        """Find the settings of a new channel.

        Finds the servers of an email address: by its provider, by the file or the service
        records of its domain, or by its mail exchanger. Stores nothing. Takes at most 5 s.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", "/channels/connection-lookup", body=body, key=idempotency_key or create_key())

    async def test_connection(
        self,
        body: types.ConnectionTestRequest,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConnectionTest:
        """Test the settings of a new channel.

        Tests settings in both directions before a channel has them. For email, a message goes
        to the address and must arrive. Stores nothing. Takes at most 40 s.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", "/channels/connection-test", body=body, key=idempotency_key or create_key())

    async def start_mail_sign_in(
        self,
        body: types.NewMailSignIn,
        *,
        idempotency_key: str | None = None,
    ) -> types.AuthorizationRedirect:
        """Start a sign-in to a mailbox.

        Returns the URL of the provider to open in the browser. It is valid for 15 minutes and
        for this operator. After the provider redirects back, pass the query of that address to
        `POST /channels/mail-sign-ins/result`. Returns 409 `not_available` if the installation
        has no client at the provider.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", "/channels/mail-sign-ins", body=body, key=idempotency_key or create_key())

    async def finish_mail_sign_in(
        self,
        body: types.MailSignInQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.FinishedMailSignIn:
        """Finish a sign-in to a mailbox.

        Ends a sign-in once. If the provider refused, `grant` is null and `problem` has its
        words. Returns 400 `invalid_request` if another operator started the sign-in, if it was
        ended before, or if it took too long.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", "/channels/mail-sign-ins/result", body=body, key=idempotency_key or create_key())

    async def list_channel_emails(self, id: int) -> types.ChannelEmails:
        """List the latest emails of a channel.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/channels/{quote_segment(id)}/emails")

    async def list_operators(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Operators:
        """List operators.

        Includes deactivated operators.

        Needs the scope `operators.read`.
        """
        return await self._call("GET", "/operators", query={"limit": limit, "cursor": cursor})

    def iterate_operators(self, *, limit: int | None = None) -> AsyncIterator[types.OperatorEntry]:
        """Yields each item of all pages of `list_operators`."""
        return self._iterate(lambda cursor: self.list_operators(limit=limit, cursor=cursor))

    async def invite_operator(
        self,
        body: types.NewOperator,
        *,
        idempotency_key: str | None = None,
    ) -> types.OperatorInvited:
        """Create an operator.

        Without `password`, the response contains an invitation link, once, which is valid for 7
        days and is also emailed if email is set up. Returns 409 `name_taken` if the email
        address is in use in this installation.

        Needs the scope `operators.manage`.
        """
        return await self._call("POST", "/operators", body=body, key=idempotency_key or create_key())

    async def get_operator(self, id: int) -> types.OperatorEntry:
        """Get an operator.

        Needs the scope `operators.read`.
        """
        return await self._call("GET", f"/operators/{quote_segment(id)}")

    async def update_operator(
        self,
        id: int,
        body: types.OperatorPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.OperatorEntry:
        """Update an operator.

        A new role ends the operator's sessions. `active: true` reactivates the operator.
        Returns 409 `last_owner` if the account would lose its last owner.

        Needs the scope `operators.manage`.
        """
        return await self._call("PATCH", f"/operators/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_operator(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Deactivate an operator.

        Ends the operator's sessions and returns their chats to the queue. Their history stays.
        Reactivate with `PATCH` and `active: true`. Returns 409 `last_owner` for the last owner.

        Needs the scope `operators.manage`.
        """
        return await self._call("DELETE", f"/operators/{quote_segment(id)}", key=idempotency_key or create_key())

    async def reset_operator(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ResetLink:
        """Create a password reset link for an operator.

        The link works once, for 30 minutes. It is also emailed to the operator if email is set
        up.

        Needs the scope `operators.manage`.
        """
        return await self._call("POST", f"/operators/{quote_segment(id)}/reset", key=idempotency_key or create_key())

    async def get_account(self) -> types.Account:
        """Get the account.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/account")

    async def update_account(
        self,
        body: types.AccountPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Account:
        """Update the account.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/account", body=body, key=idempotency_key or create_key())

    async def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Accounts:
        """List the accounts of the installation.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/accounts", query={"limit": limit, "cursor": cursor})

    def iterate_accounts(self, *, limit: int | None = None) -> AsyncIterator[types.AccountOverview]:
        """Yields each item of all pages of `list_accounts`."""
        return self._iterate(lambda cursor: self.list_accounts(limit=limit, cursor=cursor))

    async def create_account(
        self,
        body: types.NewAccount,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountInvited:
        """Create an account with its owner.

        Without a password for the owner, the response contains an invitation link, once.
        Returns 409 `name_taken` if the owner's email address is in use in this installation.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/accounts", body=body, key=idempotency_key or create_key())

    async def set_account_suspension(
        self,
        id: int,
        body: types.AccountSuspension,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountOverview:
        """Suspend or resume an account, or allow addresses to it.

        While an account is suspended, its channels and widgets are off, requests of its bots
        return 403, and its operators can only read.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", f"/accounts/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def list_departments(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Departments:
        """List departments.

        Needs the scope `departments.read`.
        """
        return await self._call("GET", "/departments", query={"limit": limit, "cursor": cursor})

    def iterate_departments(self, *, limit: int | None = None) -> AsyncIterator[types.Department]:
        """Yields each item of all pages of `list_departments`."""
        return self._iterate(lambda cursor: self.list_departments(limit=limit, cursor=cursor))

    async def create_department(
        self,
        body: types.NewDepartment,
        *,
        idempotency_key: str | None = None,
    ) -> types.Department:
        """Create a department.

        Names are unique in the account, ignoring case (409 `name_taken`).

        Needs the scope `departments.manage`.
        """
        return await self._call("POST", "/departments", body=body, key=idempotency_key or create_key())

    async def get_department(self, id: int) -> types.Department:
        """Get a department.

        Needs the scope `departments.read`.
        """
        return await self._call("GET", f"/departments/{quote_segment(id)}")

    async def update_department(
        self,
        id: int,
        body: types.DepartmentPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Department:
        """Update a department.

        Needs the scope `departments.manage`.
        """
        return await self._call("PATCH", f"/departments/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_department(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a department.

        Chats keep the name of the department.

        Needs the scope `departments.manage`.
        """
        return await self._call("DELETE", f"/departments/{quote_segment(id)}", key=idempotency_key or create_key())

    async def get_working_hours(self) -> types.AccountHours:
        """Get the working hours of the account.

        Also returns whether the account is open now, and when it opens next.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/working-hours")

    async def update_working_hours(
        self,
        body: types.AccountHoursPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountHours:
        """Update the working hours of the account.

        Each field replaces the stored one. With `timezone` null, the account is always open.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/working-hours", body=body, key=idempotency_key or create_key())

    async def get_routing(self) -> types.Routing:
        """Get the routing settings.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/routing")

    async def update_routing(
        self,
        body: types.RoutingPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Routing:
        """Update the routing settings.

        Takes effect immediately, also for chats that wait now. Returns 400 with the field if an
        escalation step is earlier than the one before it.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/routing", body=body, key=idempotency_key or create_key())

    async def list_calls(
        self,
        *,
        state: types.CallListState | None = None,
        chat: int | None = None,
        visitor: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Calls:
        """List calls.

        Returns calls of chats that you may see, newest first.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/calls", query={"state": state, "chat": chat, "visitor": visitor, "limit": limit, "cursor": cursor})

    def iterate_calls(
        self,
        *,
        state: types.CallListState | None = None,
        chat: int | None = None,
        visitor: int | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.CallWithVisitor]:
        """Yields each item of all pages of `list_calls`."""
        return self._iterate(lambda cursor: self.list_calls(state=state, chat=chat, visitor=visitor, limit=limit, cursor=cursor))

    async def create_call(
        self,
        body: types.NewCall,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Call the visitor of a chat.

        Creates an outgoing call that you take. Without `phone`, the visitor's number is called.
        Returns 409 `call_running` during another call with this visitor, and `not_available` if
        calls are off.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/calls", body=body, key=idempotency_key or create_key())

    async def get_call(self, id: int) -> types.CallWithVisitor:
        """Get a call.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/calls/{quote_segment(id)}")

    async def list_call_lines(self, id: int) -> types.Messages:
        """List the system messages of a call.

        Returns the system messages of this call in its chat, oldest first, on one page.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/calls/{quote_segment(id)}/lines")

    async def take_call(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Take a call.

        Assigns the call to you, and accepts its chat if that is waiting. Only the first
        operator gets it; others get 409 `already_accepted` with that operator in `by`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/take", key=idempotency_key or create_key())

    async def connect_call(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Record that the visitor answered a call.

        Sets the status `client_connected`. Use it with the driver `desk`. Returns 409
        `not_available` if the state of the call does not allow this, and 409 `already_accepted`
        for a colleague's call.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/connected", key=idempotency_key or create_key())

    async def end_call(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """End a call.

        Returns 409 `not_available` if the state of the call does not allow this, and 409
        `already_accepted` for a colleague's call.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/end", key=idempotency_key or create_key())

    async def fail_call(
        self,
        id: int,
        body: types.FailCall,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Mark a call as failed.

        `reason` is sent to webhooks and shown to the visitor.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/fail", body=body, key=idempotency_key or create_key())

    async def postpone_call(
        self,
        id: int,
        body: types.PostponedCall,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Postpone a call.

        Nobody has the call until `due_at`, when it waits again. Send `reason` after an attempt
        that did not reach the visitor: the third such attempt returns 409 `at_limit`. Returns
        400 with field `due_at` outside the working hours for calls, and 409 `not_available`
        with the driver `http`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/later", body=body, key=idempotency_key or create_key())

    async def note_call(
        self,
        id: int,
        body: types.CallNote,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Set the note of a call.

        Only operators see the note, which has at most 2,000 characters. An empty text removes
        it. Also works after the call has ended.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/note", body=body, key=idempotency_key or create_key())

    async def get_call_settings(self) -> types.CallSettings:
        """Get the call settings.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/call-settings")

    async def update_call_settings(
        self,
        body: types.CallSettingsPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """Update the call settings.

        The first `url` creates a signing secret. It is returned only once, in this response.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/call-settings", body=body, key=idempotency_key or create_key())

    async def rotate_call_secret(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """Create a new signing secret for calls.

        The secret is returned only once, in this response. For 24 hours, requests to the
        telephony server carry signatures with both secrets.

        Needs the scope `account.manage`.
        """
        return await self._call("POST", "/call-settings/rotate", key=idempotency_key or create_key())

    async def test_call_server(self, *, idempotency_key: str | None = None) -> types.TestAttempt:
        """Send a test request to the telephony server.

        Makes one request with `test`. No phone rings.

        Needs the scope `account.manage`.
        """
        return await self._call("POST", "/call-settings/test", key=idempotency_key or create_key())

    async def list_bot_providers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.BotProviders:
        """List bot providers.

        The owner of the installation sees all. Others see the providers that their account may
        use or has requested.

        Needs the scope `bots.read`.
        """
        return await self._call("GET", "/bot-providers", query={"limit": limit, "cursor": cursor})

    def iterate_bot_providers(
        self,
        *,
        limit: int | None = None,
    ) -> AsyncIterator[types.BotProvider]:
        """Yields each item of all pages of `list_bot_providers`."""
        return self._iterate(lambda cursor: self.list_bot_providers(limit=limit, cursor=cursor))

    async def create_bot_provider(
        self,
        body: types.NewBotProvider,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotProvider:
        """Create or request a bot provider.

        For the owner of the installation, this issues a provider id. For others it is a
        request: granted immediately if self-service is on, otherwise `requested`.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", "/bot-providers", body=body, key=idempotency_key or create_key())

    async def get_bot_provider(self, id: str) -> types.BotProvider:
        """Get a bot provider.

        Needs the scope `bots.read`.
        """
        return await self._call("GET", f"/bot-providers/{quote_segment(id)}")

    async def update_bot_provider(
        self,
        id: str,
        body: types.BotProviderPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotProvider:
        """Update a bot provider.

        `state` approves, refuses, suspends or resumes the provider.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", f"/bot-providers/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_bot_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a bot provider.

        Its id is never issued again. Returns 409 `in_use` while a bot uses the provider.

        Needs the scope `instance.manage`.
        """
        return await self._call("DELETE", f"/bot-providers/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_bots(self, *, limit: int | None = None, cursor: str | None = None) -> types.Bots:
        """List bots.

        `address` and `address_with_authorization` are null unless you may manage bots.

        Needs the scope `bots.read`.
        """
        return await self._call("GET", "/bots", query={"limit": limit, "cursor": cursor})

    def iterate_bots(self, *, limit: int | None = None) -> AsyncIterator[types.Bot]:
        """Yields each item of all pages of `list_bots`."""
        return self._iterate(lambda cursor: self.list_bots(limit=limit, cursor=cursor))

    async def create_bot(
        self,
        body: types.NewBot,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotWithSecret:
        """Create a bot.

        Connects a bot of a provider, or your own bot, which needs only `name` and
        `endpoint_url`. The signing secret is returned only once, in this response. Returns 409
        `name_taken` with field `token` if another bot of the provider uses this token.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", "/bots", body=body, key=idempotency_key or create_key())

    async def get_bot(self, id: int) -> types.Bot:
        """Get a bot.

        Includes the two addresses to give to the provider, if you may manage bots.

        Needs the scope `bots.read`.
        """
        return await self._call("GET", f"/bots/{quote_segment(id)}")

    async def update_bot(
        self,
        id: int,
        body: types.BotPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Bot:
        """Update a bot.

        Needs the scope `bots.manage`.
        """
        return await self._call("PATCH", f"/bots/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_bot(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a bot.

        Its chats go to operators.

        Needs the scope `bots.manage`.
        """
        return await self._call("DELETE", f"/bots/{quote_segment(id)}", key=idempotency_key or create_key())

    async def rotate_bot_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotWithSecret:
        """Create a new signing secret for a bot.

        The secret is returned only once, in this response. For 24 hours, requests carry
        signatures with both secrets.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", f"/bots/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    async def list_webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Webhooks:
        """List webhooks.

        Returns webhooks in the order of their creation.

        Needs the scope `webhooks.read`.
        """
        return await self._call("GET", "/webhooks", query={"limit": limit, "cursor": cursor})

    def iterate_webhooks(self, *, limit: int | None = None) -> AsyncIterator[types.Webhook]:
        """Yields each item of all pages of `list_webhooks`."""
        return self._iterate(lambda cursor: self.list_webhooks(limit=limit, cursor=cursor))

    async def create_webhook(
        self,
        body: types.NewWebhook,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookWithSecret:
        """Create a webhook.

        The signing secret is returned only once, in this response.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("POST", "/webhooks", body=body, key=idempotency_key or create_key())

    async def get_webhook(self, id: int) -> types.Webhook:
        """Get a webhook.

        Needs the scope `webhooks.read`.
        """
        return await self._call("GET", f"/webhooks/{quote_segment(id)}")

    async def update_webhook(
        self,
        id: int,
        body: types.WebhookPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Webhook:
        """Update a webhook.

        `enabled: true` also turns on a webhook that Parlour turned off.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("PATCH", f"/webhooks/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_webhook(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a webhook.

        Pending deliveries of the webhook are dropped.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("DELETE", f"/webhooks/{quote_segment(id)}", key=idempotency_key or create_key())

    async def rotate_webhook_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookWithSecret:
        """Create a new signing secret for a webhook.

        The secret is returned only once, in this response. For 24 hours, requests carry
        signatures with both secrets.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("POST", f"/webhooks/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    async def dry_run_trigger(
        self,
        body: types.TriggerDryRun,
        *,
        idempotency_key: str | None = None,
    ) -> types.TriggerDryRunResult:
        """Test a trigger against recent visits.

        Returns, for the last 100 visitors, whether the trigger would have run in their latest
        visit, as far as that is known. Nothing is sent or stored.

        Needs the scope `triggers.read`.
        """
        return await self._call("POST", "/triggers/dry-run", body=body, key=idempotency_key or create_key())

    async def list_pages_with_own_rules(self) -> types.PagesWithOwnRules:
        """List pages that replace the triggers.

        Returns the pages whose script called `setRules` since this server started. On such
        pages the triggers of the account do not run.

        Needs the scope `triggers.read`.
        """
        return await self._call("GET", "/triggers/replaced")

    async def list_triggers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Triggers:
        """List triggers.

        Returns triggers in the order in which they run: those of the provisioning file first.

        Needs the scope `triggers.read`.
        """
        return await self._call("GET", "/triggers", query={"limit": limit, "cursor": cursor})

    def iterate_triggers(self, *, limit: int | None = None) -> AsyncIterator[types.Trigger]:
        """Yields each item of all pages of `list_triggers`."""
        return self._iterate(lambda cursor: self.list_triggers(limit=limit, cursor=cursor))

    async def create_trigger(
        self,
        body: types.NewTrigger,
        *,
        idempotency_key: str | None = None,
    ) -> types.Trigger:
        """Create a trigger.

        Adds the trigger after the others. Returns 400 with the place of the fault in `field`
        (`if.all[0].value`), and 409 `name_taken` for a name in use. An account has at most 100
        triggers.

        Needs the scope `triggers.manage`.
        """
        return await self._call("POST", "/triggers", body=body, key=idempotency_key or create_key())

    async def get_trigger(self, id: int) -> types.Trigger:
        """Get a trigger.

        Needs the scope `triggers.read`.
        """
        return await self._call("GET", f"/triggers/{quote_segment(id)}")

    async def update_trigger(
        self,
        id: int,
        body: types.TriggerPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Trigger:
        """Update a trigger.

        Needs the scope `triggers.manage`.
        """
        return await self._call("PATCH", f"/triggers/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_trigger(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a trigger.

        Needs the scope `triggers.manage`.
        """
        return await self._call("DELETE", f"/triggers/{quote_segment(id)}", key=idempotency_key or create_key())

    async def order_triggers(
        self,
        body: types.OrderTriggersBody,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Set the order of the triggers.

        Send the id of every trigger that the provisioning file does not manage, each once.

        Needs the scope `triggers.manage`.
        """
        return await self._call("PUT", "/triggers/order", body=body, key=idempotency_key or create_key())

    async def list_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ApiKeys:
        """List API keys.

        The keys themselves are never returned, only their last characters in `hint`.

        Needs the scope `keys.manage`.
        """
        return await self._call("GET", "/api-keys", query={"limit": limit, "cursor": cursor})

    def iterate_api_keys(self, *, limit: int | None = None) -> AsyncIterator[types.ApiKey]:
        """Yields each item of all pages of `list_api_keys`."""
        return self._iterate(lambda cursor: self.list_api_keys(limit=limit, cursor=cursor))

    async def create_api_key(
        self,
        body: types.NewApiKey,
        *,
        idempotency_key: str | None = None,
    ) -> types.ApiKeyWithKey:
        """Create an API key.

        The key is returned only once, in this response. You cannot create a key with more
        permissions than you have.

        Needs the scope `keys.manage`.
        """
        return await self._call("POST", "/api-keys", body=body, key=idempotency_key or create_key())

    async def delete_api_key(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete an API key.

        The key stops working immediately, and its open connections end.

        Needs the scope `keys.manage`.
        """
        return await self._call("DELETE", f"/api-keys/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_audit_entries(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        action: str | None = None,
        operator: int | None = None,
        result: types.AuditResult | None = None,
        q: str | None = None,
        scope: types.AuditScope | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.AuditLog:
        """List audit log entries.

        Returns entries, newest first.

        Needs the scope `audit.read`.
        """
        return await self._call("GET", "/audit", query={"since": since, "until": until, "action": action, "operator": operator, "result": result, "q": q, "scope": scope, "limit": limit, "cursor": cursor})

    def iterate_audit_entries(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        action: str | None = None,
        operator: int | None = None,
        result: types.AuditResult | None = None,
        q: str | None = None,
        scope: types.AuditScope | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.AuditEntry]:
        """Yields each item of all pages of `list_audit_entries`."""
        return self._iterate(lambda cursor: self.list_audit_entries(since=since, until=until, action=action, operator=operator, result=result, q=q, scope=scope, limit=limit, cursor=cursor))

    async def list_audit_actions(
        self,
        *,
        scope: types.AuditScope | None = None,
    ) -> types.AuditActions:
        """List the actions in the audit log.

        Returns each action that occurs in the log once, for the filter `action`.

        Needs the scope `audit.read`.
        """
        return await self._call("GET", "/audit/actions", query={"scope": scope})

    async def verify_audit(
        self,
        *,
        scope: types.AuditScope | None = None,
    ) -> types.AuditVerification:
        """Verify the audit log.

        Recomputes the hash of every entry and returns whether the chain is intact, and
        otherwise the first broken entry.

        Needs the scope `audit.read`.
        """
        return await self._call("GET", "/audit/verify", query={"scope": scope})

    async def export_audit(
        self,
        *,
        since: str | None = None,
        until: str | None = None,
        action: str | None = None,
        operator: int | None = None,
        result: types.AuditResult | None = None,
        q: str | None = None,
        scope: types.AuditScope | None = None,
        format: Literal["csv", "xlsx", "jsonl"] | None = None,
    ) -> bytes:
        """Export audit log entries.

        Returns entries, newest first, as CSV, XLSX or JSON Lines. No cell can start a formula.
        The export is recorded in the audit log.

        Needs the scope `audit.read`.
        """
        return await self._call("GET", "/audit/export", query={"since": since, "until": until, "action": action, "operator": operator, "result": result, "q": q, "scope": scope, "format": format}, raw=True)

    async def get_instance(self) -> types.Instance:
        """Get the installation settings.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance")

    async def update_instance(
        self,
        body: types.InstancePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Update the installation settings.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", "/instance", body=body, key=idempotency_key or create_key())

    async def allow_address(
        self,
        body: types.EgressChange,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Change the outbound allow list.

        Adds and removes exactly the given entries, so concurrent changes do not overwrite each
        other.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/instance/egress-allow", body=body, key=idempotency_key or create_key())

    async def get_health(self) -> types.Health:
        """Get the health of the installation.

        Returns the checks, version, storage, latest backup and nodes, as the node that answers
        sees them now.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/health")

    async def get_backup_state(self) -> types.BackupState:
        """Get backups and their schedule.

        Returns the schedule of the backups that Parlour makes itself, and the latest runs.
        Backups of the command `parlour backup` are in the health only.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/backup")

    async def set_backup_schedule(
        self,
        body: types.BackupSettings,
        *,
        idempotency_key: str | None = None,
    ) -> types.BackupState:
        """Set the schedule of backups.

        Needs an owner of the installation. `folder` is checked on the node that answers: it
        must be absolute, writable, outside the data of Parlour, and on a disk with enough
        space.

        Needs the scope `instance.manage`.
        """
        return await self._call("PUT", "/instance/backup", body=body, key=idempotency_key or create_key())

    async def start_backup(self, *, idempotency_key: str | None = None) -> None:
        """Back up now.

        Asks for a backup. The node that answers makes it in the background; `GET
        /instance/backup` has its progress. If a backup waits or is running, nothing changes.
        Returns 409 `not_available` if the folder cannot be used.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/instance/backup/runs", key=idempotency_key or create_key())

    async def get_setup_progress(self) -> types.GetStarted:
        """Get the setup checklist.

        Returns what is done and what is missing before visitors can write.

        Needs the scope `account.manage`.
        """
        return await self._call("GET", "/get-started")

    async def get_mail_server(self) -> types.MailState:
        """Get the outgoing email server.

        The password is never returned.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/mail")

    async def set_mail_server(
        self,
        body: types.NewMail,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailState:
        """Set the outgoing email server.

        If `password` is absent, the stored password is kept, provided that host, port, TLS mode
        and user stay the same.

        Needs the scope `instance.manage`.
        """
        return await self._call("PUT", "/instance/mail", body=body, key=idempotency_key or create_key())

    async def delete_mail_server(self, *, idempotency_key: str | None = None) -> None:
        """Remove the outgoing email server.

        Emails that are waiting to be sent are given up.

        Needs the scope `instance.manage`.
        """
        return await self._call("DELETE", "/instance/mail", key=idempotency_key or create_key())

    async def test_mail_server(
        self,
        body: types.MailTest,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailTestResult:
        """Send a test email.

        Sends one email to you, with the given settings or the stored ones. The response says at
        which step it failed and what to do.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/instance/mail/test", body=body, key=idempotency_key or create_key())

    async def get_mail_preferences(self) -> types.MailPreferences:
        """Get your email preferences.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/me/mail")

    async def set_mail_preferences(
        self,
        body: types.MailPreferencesPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailPreferences:
        """Set your email preferences.

        Needs the scope `profile.write`.
        """
        return await self._call("PUT", "/me/mail", body=body, key=idempotency_key or create_key())

    async def list_o_auth_clients(self) -> types.OAuthClients:
        """List the clients at providers of mailboxes.

        Returns the clients of the installation at providers of mailboxes, and the redirect URI
        to register there. Client secrets are never returned.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/oauth-clients")

    async def set_o_auth_client(
        self,
        provider: types.OAuthProvider,
        body: types.NewOAuthClient,
        *,
        idempotency_key: str | None = None,
    ) -> types.OAuthClient:
        """Set the client at a provider of mailboxes.

        If `client_secret` is absent, the stored secret is kept, provided that client id and
        token endpoint stay the same.

        Needs the scope `instance.manage`.
        """
        return await self._call("PUT", f"/instance/oauth-clients/{quote_segment(provider)}", body=body, key=idempotency_key or create_key())

    async def remove_o_auth_client(
        self,
        provider: types.OAuthProvider,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Remove the client at a provider of mailboxes.

        Mailboxes that use it can no longer be read when their access token expires.

        Needs the scope `instance.manage`.
        """
        return await self._call("DELETE", f"/instance/oauth-clients/{quote_segment(provider)}", key=idempotency_key or create_key())

    async def list_offline_messages(
        self,
        *,
        state: Literal["new", "taken", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.OfflineMessages:
        """List offline messages.

        Returns messages of visitors that you may see, newest first.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/offline-messages", query={"state": state, "limit": limit, "cursor": cursor})

    def iterate_offline_messages(
        self,
        *,
        state: Literal["new", "taken", "done"] | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.OfflineMessageWithDeliveries]:
        """Yields each item of all pages of `list_offline_messages`."""
        return self._iterate(lambda cursor: self.list_offline_messages(state=state, limit=limit, cursor=cursor))

    async def get_offline_message(self, id: int) -> types.OfflineMessageWithDeliveries:
        """Get an offline message.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/offline-messages/{quote_segment(id)}")

    async def take_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Take an offline message.

        Assigns the message to you. Others then get 409 `already_accepted` with you in `by`.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/offline-messages/{quote_segment(id)}/take", key=idempotency_key or create_key())

    async def finish_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Mark an offline message as done.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/offline-messages/{quote_segment(id)}/done", key=idempotency_key or create_key())

    async def mail_offline_message(
        self,
        id: int,
        body: types.OfflineMail,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Answer an offline message by email.

        The message is then done, and the email is in the delivery log. Returns 409
        `not_available` if email is not set up, 400 if the visitor gave no address, and 409
        `at_limit` after 20 answers.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/offline-messages/{quote_segment(id)}/mail", body=body, key=idempotency_key or create_key())

    async def continue_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineChat:
        """Answer an offline message in a chat.

        Opens the visitor's running chat, or a new one, and marks the message as done.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/offline-messages/{quote_segment(id)}/chat", key=idempotency_key or create_key())

    async def list_ignored_emails(
        self,
        *,
        channel: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.IgnoredEmails:
        """List ignored emails.

        Returns the emails of email channels that became no chat, newest first, such as
        newsletters and automatic replies.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/ignored-emails", query={"channel": channel, "limit": limit, "cursor": cursor})

    def iterate_ignored_emails(
        self,
        *,
        channel: int | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.IgnoredEmail]:
        """Yields each item of all pages of `list_ignored_emails`."""
        return self._iterate(lambda cursor: self.list_ignored_emails(channel=channel, limit=limit, cursor=cursor))

    async def get_ignored_email(self, id: int) -> types.IgnoredEmail:
        """Get an ignored email.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/ignored-emails/{quote_segment(id)}")

    async def start_chat_from_ignored_email(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IgnoredEmailChat:
        """Start a chat from an ignored email.

        Accepts the email as a message of its sender. It starts a chat or joins the running one.
        A repeat returns the same chat.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/ignored-emails/{quote_segment(id)}/chat", key=idempotency_key or create_key())

    async def list_deliveries(
        self,
        *,
        chat: int | None = None,
        seq: int | None = None,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
        state: types.ListDeliveriesState | None = None,
        since: str | None = None,
        until: str | None = None,
        q: int | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Deliveries:
        """List deliveries.

        Returns the delivery log, newest first. All filters must match.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", "/deliveries", query={"chat": chat, "seq": seq, "endpoint": endpoint, "kind": kind, "event": event, "state": state, "since": since, "until": until, "q": q, "limit": limit, "cursor": cursor})

    def iterate_deliveries(
        self,
        *,
        chat: int | None = None,
        seq: int | None = None,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
        state: types.ListDeliveriesState | None = None,
        since: str | None = None,
        until: str | None = None,
        q: int | str | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.Delivery]:
        """Yields each item of all pages of `list_deliveries`."""
        return self._iterate(lambda cursor: self.list_deliveries(chat=chat, seq=seq, endpoint=endpoint, kind=kind, event=event, state=state, since=since, until=until, q=q, limit=limit, cursor=cursor))

    async def get_delivery(self, id: int) -> types.DeliveryWithAttempts:
        """Get a delivery with its attempts.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", f"/deliveries/{quote_segment(id)}")

    async def retry_delivery(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.DeliveryWithAttempts:
        """Retry a failed delivery.

        Sends it again with the same message id. Returns 409 `not_deliverable` if it did not
        fail, failed more than 30 days ago, or its endpoint is off.

        Needs the scope `deliveries.retry`.
        """
        return await self._call("POST", f"/deliveries/{quote_segment(id)}/retry", key=idempotency_key or create_key())

    async def retry_message(
        self,
        id: int,
        seq: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Retry a failed message.

        Sends a message that did not reach the visitor again, with the same message id. Returns
        409 `not_deliverable` if it did not fail, failed more than 30 days ago, or the endpoint
        is off.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/retry", key=idempotency_key or create_key())

    async def undo_message(
        self,
        id: int,
        seq: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Undo a message that was not sent yet.

        Undoes a message that waits to be sent, such as an email in its first minute. It becomes
        a note without text and files, and it is not sent. Only its author can undo it, in a
        chat that is not closed. Returns 409 `already_sent` if an attempt to send it has
        started.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/undo", key=idempotency_key or create_key())

    async def send_message_now(
        self,
        id: int,
        seq: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Message:
        """Send a waiting message now.

        Ends the wait of a message and of the earlier messages to the same visitor, so that they
        are sent now. Returns 409 `already_sent` if it does not wait.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/send-now", key=idempotency_key or create_key())

    async def get_delivery_totals(
        self,
        *,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
    ) -> types.DeliveryTotals:
        """Get delivery figures for the last 24 hours.

        Returns how many deliveries succeeded, failed or wait, and how long attempts took.
        Counts at most the newest 20,000 deliveries.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", "/deliveries/totals", query={"endpoint": endpoint, "kind": kind, "event": event})

    async def replay_deliveries(
        self,
        body: types.Replay,
        *,
        dry_run: Literal["true", "false"] | None = None,
        idempotency_key: str | None = None,
    ) -> types.ReplayResult:
        """Replay failed deliveries of an endpoint.

        Sends failed and dead deliveries again, in the order of each chat, at most 5,000 per
        request. With `dry_run=true`, they are only counted. Returns 409 `not_deliverable` if
        the endpoint is off.

        Needs the scope `deliveries.retry`.
        """
        return await self._call("POST", "/deliveries/replay", query={"dry_run": dry_run}, body=body, key=idempotency_key or create_key())

    async def list_endpoints(
        self,
        *,
        kind: types.EndpointKind | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Endpoints:
        """List endpoints.

        Returns the endpoints of channels, bots and webhooks, with their state, recent failures
        and queue.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", "/endpoints", query={"kind": kind, "limit": limit, "cursor": cursor})

    def iterate_endpoints(
        self,
        *,
        kind: types.EndpointKind | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[types.Endpoint]:
        """Yields each item of all pages of `list_endpoints`."""
        return self._iterate(lambda cursor: self.list_endpoints(kind=kind, limit=limit, cursor=cursor))

    async def get_endpoint(self, id: int) -> types.Endpoint:
        """Get an endpoint.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", f"/endpoints/{quote_segment(id)}")

    async def pause_endpoint(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Endpoint:
        """Pause an endpoint.

        Nothing is sent until you resume it. Deliveries wait, in order. If it is the endpoint of
        a bot, its chats go to operators.

        Needs the scope `deliveries.retry`.
        """
        return await self._call("POST", f"/endpoints/{quote_segment(id)}/pause", key=idempotency_key or create_key())

    async def resume_endpoint(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Endpoint:
        """Resume an endpoint.

        Sends the waiting deliveries. Also turns on an endpoint that is off; its dead deliveries
        must be replayed separately.

        Needs the scope `deliveries.retry`.
        """
        return await self._call("POST", f"/endpoints/{quote_segment(id)}/resume", key=idempotency_key or create_key())

    async def list_inspected_requests(
        self,
        *,
        after: int | None = None,
        kind: types.EndpointKind | None = None,
        owner: int | None = None,
        endpoint: int | None = None,
        direction: Literal["in", "out"] | None = None,
        fault: Literal["true", "false"] | None = None,
        limit: int | None = None,
    ) -> types.InspectedRequests:
        """List recent requests from and to integrators.

        Returns the latest requests at all nodes, oldest first. Each node keeps at most 500 per
        account, in memory only.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", "/inspector", query={"after": after, "kind": kind, "owner": owner, "endpoint": endpoint, "direction": direction, "fault": fault, "limit": limit})

    async def list_samples(self) -> types.Samples:
        """List sample events.

        Returns the body of a test event for every event that bots and webhooks receive.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", "/samples")

    async def test_bot(
        self,
        id: int,
        body: types.TestBot,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotTestAttempt:
        """Send a test event to a bot.

        Makes one attempt. For 60 seconds, events that the bot posts for chat `0` are recorded
        as part of the test. Nothing is added to a chat or to the delivery log.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", f"/bots/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    async def get_bot_test(self, id: int) -> types.BotTest:
        """Get the latest test of a bot.

        Returns what the bot posted during its latest test. All fields are empty if the bot was
        never tested.

        Needs the scope `bots.manage`.
        """
        return await self._call("GET", f"/bots/{quote_segment(id)}/test")

    async def test_webhook(
        self,
        id: int,
        body: types.TestWebhook,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookTestAttempt:
        """Send a test event to a webhook.

        Makes one attempt, and returns the response and the data that operators would see.
        Nothing is added to a chat or to the delivery log.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("POST", f"/webhooks/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    async def get_push_key(self) -> types.PushKey:
        """Get the public key for push subscriptions.

        Returns the VAPID key that a browser needs to subscribe. It never changes.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/push/key")

    async def list_push_devices(self) -> types.PushDevices:
        """List your notification devices.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/push/subscriptions")

    async def create_push_device(
        self,
        body: types.NewPushDevice,
        *,
        idempotency_key: str | None = None,
    ) -> types.PushDevice:
        """Register this browser for notifications.

        A session has one device: registering again replaces it. You have at most 10 devices.
        Needs a session of an operator who answers chats.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/push/subscriptions", body=body, key=idempotency_key or create_key())

    async def delete_push_device(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a notification device.

        The device no longer receives notifications.

        Needs the scope `chats.answer`.
        """
        return await self._call("DELETE", f"/push/subscriptions/{quote_segment(id)}", key=idempotency_key or create_key())

    async def test_push_device(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.PushTest:
        """Send a test notification to a device.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/push/subscriptions/{quote_segment(id)}/test", key=idempotency_key or create_key())

    async def save_self_test(
        self,
        body: types.SelfTest,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Save the result of your notification self-test.

        `broken` lists what did not work. Administrators see it in `GET /push/reach`.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", "/push/self-test", body=body, key=idempotency_key or create_key())

    async def list_reachability(self) -> types.ReachabilityList:
        """List how each operator can be notified.

        Returns, for each active operator, the number of notification devices and the latest
        self-test.

        Needs the scope `operators.manage`.
        """
        return await self._call("GET", "/push/reach")
