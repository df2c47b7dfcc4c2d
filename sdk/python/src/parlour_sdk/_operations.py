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
        """Whether the installation still needs its owner.

        Needs no authentication.
        """
        return self._call("GET", "/setup")

    def set_up_installation(self, body: types.Setup) -> types.SignedIn:
        """Create the first account and its owner, and sign in.

        Needs no authentication.
        """
        return self._call("POST", "/setup", body=body)

    def list_sign_in_methods(self) -> types.SignInMethods:
        """By what one can sign in here.

        Needs no authentication.
        """
        return self._call("GET", "/sessions/ways")

    def create_passkey_challenge(self) -> types.PasskeyChallenge:
        """What the browser asks a passkey for a sign-in without a password.

        Needs no authentication.
        """
        return self._call("POST", "/sessions/passkey")

    def start_oidc_sign_in(self, body: types.OidcStart) -> types.AuthorizationRedirect:
        """Begin a sign-in by an OIDC provider: the address to go to.

        Needs no authentication.
        """
        return self._call("POST", "/sessions/oidc", body=body)

    def sign_in(self, body: types.SignIn) -> types.SignedIn | types.SecondFactorRequired:
        """Sign in; 202: a second step is due.

        Needs no authentication.
        """
        return self._call("POST", "/sessions", body=body)

    def list_sessions(self) -> types.Sessions:
        """Where the people of the account are signed in, the latest first.

        Needs the scope `operators.manage`.
        """
        return self._call("GET", "/sessions")

    def sign_out(self, *, idempotency_key: str | None = None) -> None:
        """Sign out, of every account of this browser.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", "/sessions/current", key=idempotency_key or create_key())

    def get_profile(self) -> types.Operator:
        """Who I am.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/me")

    def update_profile(
        self,
        body: types.MePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Change my name or password.

        Needs the scope `profile.write`.
        """
        return self._call("PATCH", "/me", body=body, key=idempotency_key or create_key())

    def set_presence(
        self,
        body: types.PresenceChoice,
        *,
        idempotency_key: str | None = None,
    ) -> types.OwnPresence:
        """Choose online, away or offline.

        Needs the scope `presence.set`.
        """
        return self._call("PUT", "/me/presence", body=body, key=idempotency_key or create_key())

    def set_photo(
        self,
        file: tuple[str, bytes],
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Set my photo: multipart/form-data with exactly one field, file.

        Needs the scope `profile.write`.
        """
        return self._call("PUT", "/me/photo", file=file, key=idempotency_key or create_key())

    def delete_photo(self, *, idempotency_key: str | None = None) -> types.Operator:
        """Remove my photo.

        Needs the scope `profile.write`.
        """
        return self._call("DELETE", "/me/photo", key=idempotency_key or create_key())

    def accept_invitation(self, body: types.AcceptInvitation) -> types.InvitationAccepted:
        """Set a password by an invitation or reset link; then sign in.

        Needs no authentication.
        """
        return self._call("POST", "/invitations/accept", body=body)

    def request_password_reset(self, body: types.PasswordReset) -> None:
        """Send a link for a new password, where somebody has this address.

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
        """Check the request of an application for access, before I decide.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/applications/request", query={"client_id": client_id, "redirect_uri": redirect_uri, "response_type": response_type, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "scope": scope, "state": state, "resource": resource})

    def connect_application(
        self,
        body: types.GrantAccess,
        *,
        idempotency_key: str | None = None,
    ) -> types.AuthorizationRedirect:
        """Give an application access to what it asked for, or to a part of it.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/applications", body=body, key=idempotency_key or create_key())

    def list_own_applications(self) -> types.ConnectedApplications:
        """Applications that act for me, the latest first.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/applications")

    def disconnect_application(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Disconnect an application; its tokens end immediately.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", f"/me/applications/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_own_sessions(self) -> types.Sessions:
        """Where I am signed in, the latest first.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/sessions")

    def end_other_sessions(self, *, idempotency_key: str | None = None) -> None:
        """Sign out everywhere else.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", "/me/sessions", key=idempotency_key or create_key())

    def end_own_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End one of my sessions.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", f"/me/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_own_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """My sign-ins, refused ones too, the latest first.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_own_sign_ins(self, *, limit: int | None = None) -> Iterator[types.SignInEntry]:
        """Yields each item of all pages of `list_own_sign_ins`."""
        return self._iterate(lambda cursor: self.list_own_sign_ins(limit=limit, cursor=cursor))

    def list_reauthentication_methods(self) -> types.ReauthenticationMethods:
        """By what I can confirm that it is me, and until when I need not.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/confirm")

    def reauthenticate(
        self,
        body: types.Reauthentication,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Confirm that it is me; changes of secrets and roles ask for it after 15 minutes.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/confirm", body=body, key=idempotency_key or create_key())

    def get_own_security(self) -> types.MySecurity:
        """My second factors.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/security")

    def create_totp_secret(self, *, idempotency_key: str | None = None) -> types.TotpSecret:
        """Begin with an application that shows codes: its secret, in this answer only.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/totp", key=idempotency_key or create_key())

    def delete_totp(self, *, idempotency_key: str | None = None) -> types.MySecurity:
        """Ask for codes of the application no more.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", "/me/totp", key=idempotency_key or create_key())

    def confirm_totp(
        self,
        body: types.TotpCode,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Show a first code: from now on the application counts.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/totp/confirm", body=body, key=idempotency_key or create_key())

    def create_recovery_codes(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """New codes for the day the device is lost; the earlier ones end.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/me/recovery-codes", key=idempotency_key or create_key())

    def create_passkey_options(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.PasskeyChallenge:
        """What the browser asks for a new passkey.

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
        """Give a passkey another name.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("PATCH", f"/me/passkeys/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_passkey(self, id: int, *, idempotency_key: str | None = None) -> types.MySecurity:
        """Remove a passkey.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("DELETE", f"/me/passkeys/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_own_accounts(self) -> types.BrowserAccounts:
        """Accounts in which this browser is signed in.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("GET", "/me/accounts")

    def switch_account(
        self,
        body: types.AccountSwitch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SignedIn:
        """Go on in another account of this browser.

        Needs a signed-in person. No API key has this scope.
        """
        return self._call("POST", "/sessions/switch", body=body, key=idempotency_key or create_key())

    def get_security_policy(self) -> types.SecurityPolicy:
        """Whether a second factor is asked of everybody, and who has none.

        Needs the scope `account.manage`.
        """
        return self._call("GET", "/security")

    def update_security_policy(
        self,
        body: types.SecurityPolicyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityPolicy:
        """Ask a second factor of everybody, after some days of grace, or of nobody.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/security", body=body, key=idempotency_key or create_key())

    def end_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End a session.

        Needs the scope `operators.manage`.
        """
        return self._call("DELETE", f"/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """Sign-ins of the account's people, refused ones too, the latest first.

        Needs the scope `operators.manage`.
        """
        return self._call("GET", "/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_sign_ins(self, *, limit: int | None = None) -> Iterator[types.SignInEntry]:
        """Yields each item of all pages of `list_sign_ins`."""
        return self._iterate(lambda cursor: self.list_sign_ins(limit=limit, cursor=cursor))

    def delete_second_factor(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Remove all second factors of an operator who lost the device; ends their sessions.

        Needs the scope `operators.manage`.
        """
        return self._call("DELETE", f"/operators/{quote_segment(id)}/second-factor", key=idempotency_key or create_key())

    def list_oidc_providers(self) -> types.OidcProviders:
        """Providers of sign-in; secrets are never read back.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/oidc")

    def create_oidc_provider(
        self,
        body: types.NewOidcProvider,
        *,
        idempotency_key: str | None = None,
    ) -> types.OidcProvider:
        """Let an OIDC provider say who somebody is; it is asked first whether it is one.

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
        """Change a provider of sign-in; without `client_secret` the stored one stays, as long as
        issuer and client do.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", f"/instance/oidc/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_oidc_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a sign-in provider; sessions that it started stay.

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
        """Chats, newest first; `assignment` is null here.

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
        """Numbers beside the views of the inbox.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/chats/counters")

    def get_chat(self, id: int) -> types.Chat:
        """One chat.

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
        """Messages, notes and system lines, oldest first.

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
        """Answer, send an upload or write a note; the same client_id gives the first message
        again.

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
        """Set the own read mark.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/read", body=body, key=idempotency_key or create_key())

    def accept_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take the chat.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/accept", key=idempotency_key or create_key())

    def join_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take part in the chat beside its assignee.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/join", key=idempotency_key or create_key())

    def leave_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Leave the chat; the last one returns it to waiting.

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
        """Ask a colleague to take the chat, or let it wait in a department.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/transfer", body=body, key=idempotency_key or create_key())

    def accept_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take a chat that is being transferred to oneself.

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
        """Not take a chat that is being transferred to oneself; the sender reads the reason.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/transfer/refuse", body=body, key=idempotency_key or create_key())

    def withdraw_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Withdraw a transfer that its target has not answered; 409 `already_accepted` if the
        target was first.

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
        """Mark the notice of the chat as opened, or dismiss it.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/notice", body=body, key=idempotency_key or create_key())

    def skip_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Stop a waiting chat from ringing until it is offered again.

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
        """Ask a colleague into the chat, who joins or does not.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/invite", body=body, key=idempotency_key or create_key())

    def decline_chat_invitation(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Not come into a chat one was asked into; no line is written.

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
        """Close the chat, finally and at once.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/close", body=body, key=idempotency_key or create_key())

    def assign_crm_card(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Bind the chat to the CRM card that a webhook's reply named, once per link.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/assign-crm", key=idempotency_key or create_key())

    def ask_for_rating(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Ask the visitor for a rating; 409 `no_rating` where the channel cannot.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/ask-rating", key=idempotency_key or create_key())

    def mail_transcript(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Mail the conversation to the visitor, at most 3 times; 409 `not_available` without mail,
        400 at `email` without an address.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/mail-transcript", key=idempotency_key or create_key())

    def continue_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Go on with a closed chat in a new one.

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
        """Say that the operator types, or stopped.

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
        """The chat as a file, times in the account's zone; `notes`: with what only the team sees.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}/transcript", query={"format": format, "notes": notes}, raw=True)

    def list_tags(self, *, limit: int | None = None, cursor: str | None = None) -> types.Tags:
        """Tags of the account.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/tags", query={"limit": limit, "cursor": cursor})

    def iterate_tags(self, *, limit: int | None = None) -> Iterator[types.Tag]:
        """Yields each item of all pages of `list_tags`."""
        return self._iterate(lambda cursor: self.list_tags(limit=limit, cursor=cursor))

    def create_tag(self, body: types.NewTag, *, idempotency_key: str | None = None) -> types.Tag:
        """Create a tag.

        Needs the scope `account.manage`.
        """
        return self._call("POST", "/tags", body=body, key=idempotency_key or create_key())

    def get_tag(self, id: int) -> types.Tag:
        """One tag.

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
        """Rename a tag; chats that have it keep the name it was put on with.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", f"/tags/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_tag(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a tag; chats keep its name.

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
        """Say which tags the chat has; a closed one too.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/tags", body=body, key=idempotency_key or create_key())

    def export_canned_replies(self, *, format: types.ReplyFormat) -> bytes:
        """The quick replies in the asker's reach as a file: `csv`, in which no cell begins a
        formula, or `json`.

        Needs the scope `chats.read`.
        """
        return self._call("GET", "/canned-replies/export", query={"format": format}, raw=True)

    def import_canned_replies(
        self,
        body: types.ImportReplies,
        *,
        idempotency_key: str | None = None,
    ) -> types.ImportedReplies:
        """Add and change quick replies from a file: all of it or nothing; `dry_run` says what
        would come of it, with every fault.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/canned-replies/import", body=body, key=idempotency_key or create_key())

    def list_canned_replies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.CannedReplies:
        """Quick replies that the caller may use: their own, their departments', the account's.

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
        """Create a quick reply; those of departments and of the account by who manages the
        account.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/canned-replies", body=body, key=idempotency_key or create_key())

    def get_canned_reply(self, id: int) -> types.CannedReply:
        """One quick reply.

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
        """Change a quick reply.

        Needs the scope `chats.answer`.
        """
        return self._call("PATCH", f"/canned-replies/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a quick reply.

        Needs the scope `chats.answer`.
        """
        return self._call("DELETE", f"/canned-replies/{quote_segment(id)}", key=idempotency_key or create_key())

    def use_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Count one use of the reply; each operator's list begins with the replies they use most.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/canned-replies/{quote_segment(id)}/use", key=idempotency_key or create_key())

    def list_drafts(self, *, limit: int | None = None, cursor: str | None = None) -> types.Drafts:
        """Own drafts, newest first; never more than 300, on one page.

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
        """Keep the own draft of a chat; with a version that is not above the kept one the answer
        is the kept one.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", f"/chats/{quote_segment(id)}/draft", body=body, key=idempotency_key or create_key())

    def list_mentions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Mentions:
        """Notes above the own read mark that name the asker, newest first; the latest 200, on one
        page.

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
        """Upload a file: multipart/form-data with exactly one field, file.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/uploads", file=file, key=idempotency_key or create_key())

    def get_upload(self, id: int) -> types.Upload:
        """An uploaded file of the asker's own.

        Needs the scope `chats.answer`.
        """
        return self._call("GET", f"/uploads/{quote_segment(id)}")

    def get_picture(self, *, url: str, kind: Literal["image", "photo"] | None = None) -> bytes:
        """A picture at an address that an integrator gave, fetched by the server; its bytes.

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
        """Block the visitor of the chat, which closes.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/block", body=body, key=idempotency_key or create_key())

    def unblock_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take back what blocked the visitor in a chat; the chat stays closed.

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
        """Events after a cursor, as a long poll or as server-sent events.

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
        """Chats with messages that match, newest first unless sort says otherwise; with scope=all
        also people and their chats.

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
        """Numbers of the messages of this chat that match a search, in their order.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/chats/{quote_segment(id)}/matches", query={"q": q})

    def export_search(
        self,
        *,
        q: str | None = None,
        format: Literal["csv", "xlsx", "jsonl"] | None = None,
    ) -> bytes:
        """What a search finds as CSV, XLSX or JSON Lines, newest first.

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
        """Figures of a period by day, hour, channel, department and person, compared with the
        period before.

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
        """The chats that a number of a report counts, the latest first.

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
        """A table of a report as CSV or XLSX.

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
        """Visitors, newest first by number, or by what they did last.

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
        """One visitor, with the person to whom operators merged them.

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
        """Correct what is known of a visitor (source `operator`).

        Needs the scope `visitors.write`.
        """
        return self._call("PATCH", f"/visitors/{quote_segment(number)}", body=body, key=idempotency_key or create_key())

    def erase_visitor(self, number: int, *, idempotency_key: str | None = None) -> types.Erasure:
        """Erase a visitor, their person and all their data permanently.

        Needs the scope `data.manage`.
        """
        return self._call("DELETE", f"/visitors/{quote_segment(number)}", key=idempotency_key or create_key())

    def list_visitor_matches(self, number: int) -> types.VisitorMatches:
        """Visitors who may be the same person, with the contacts that both have.

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
        """Merge two visitors to one person.

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
        """Say that two visitors are different people, so that they are not suggested.

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
        """Take back that two visitors are different people.

        Needs the scope `visitors.write`.
        """
        return self._call("DELETE", f"/visitors/{quote_segment(number)}/different/{quote_segment(other)}", key=idempotency_key or create_key())

    def list_erasures(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Erasures:
        """Visitors that were erased, newest first, and who outside had received something of them.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/erasures", query={"limit": limit, "cursor": cursor})

    def iterate_erasures(self, *, limit: int | None = None) -> Iterator[types.Erasure]:
        """Yields each item of all pages of `list_erasures`."""
        return self._iterate(lambda cursor: self.list_erasures(limit=limit, cursor=cursor))

    def get_retention(self) -> types.Retention:
        """How long what is kept, in days; 0 is for ever.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/retention")

    def update_retention(
        self,
        body: types.RetentionPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Retention:
        """Change how long what is kept, for the whole installation.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", "/retention", body=body, key=idempotency_key or create_key())

    def preview_retention(
        self,
        body: types.RetentionPreviewQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.RetentionPreview:
        """What these times would remove now; changes nothing.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/retention/dry-run", body=body, key=idempotency_key or create_key())

    def get_storage_figures(self) -> types.StorageFigures:
        """What the account keeps here.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/data/figures")

    def export_account(self) -> bytes:
        """Everything of the account as a zip of JSON Lines and files, for `parlour import`; no
        secrets.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/account/export", raw=True)

    def check_account_export(self) -> types.ExportReady:
        """Whether data would be given out now, or a proof of who asks is needed first.

        Needs the scope `data.manage`.
        """
        return self._call("GET", "/account/export/ready")

    def export_visitor(self, number: int) -> bytes:
        """All data of a visitor and of their person as a zip: JSON, and the files of the chats.

        Needs the scope `data.manage`.
        """
        return self._call("GET", f"/visitors/{quote_segment(number)}/export", raw=True)

    def list_online_visitors(self) -> types.VisitorsOnline:
        """Visitors with a page open that has a widget, the longest on the site first.

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
        """A visitor's visits of sites with a widget, the latest first.

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
        """Invite a visitor who is on the site to a chat.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/visitors/{quote_segment(number)}/invite", body=body, key=idempotency_key or create_key())

    def withdraw_visitor_invitation(
        self,
        number: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorOnline:
        """Take back the invitation that an operator sent and the visitor has not answered.

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
        """Block a visitor who has no running chat.

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
        """Entries of the blacklist, newest first, lifted ones too.

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
        """Block what matches; 409 name_taken when an entry in force names the same.

        Needs the scope `blacklist.manage`.
        """
        return self._call("POST", "/blacklist", body=body, key=idempotency_key or create_key())

    def get_block_list_entry(self, id: int) -> types.BlockListEntry:
        """One entry.

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
        """Change the end or the reason of an entry, or take back that it was lifted.

        Needs the scope `blacklist.manage`.
        """
        return self._call("PATCH", f"/blacklist/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def lift_block_list_entry(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Lift an entry; the record stays.

        Needs the scope `blacklist.manage`.
        """
        return self._call("DELETE", f"/blacklist/{quote_segment(id)}", key=idempotency_key or create_key())

    def check_block_list(
        self,
        body: types.BlockCheckQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockCheckResult:
        """Would this be blocked, and by which entry.

        Needs the scope `visitors.read`.
        """
        return self._call("POST", "/blacklist/check", body=body, key=idempotency_key or create_key())

    def list_channels(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Channels:
        """Channels; `inbound_url` only for those who manage them.

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
        """Create a chat API channel, whose signing secret is shown in this answer only, a site
        widget, or a channel of an external service.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", "/channels", body=body, key=idempotency_key or create_key())

    def get_channel(self, id: int) -> types.Channel:
        """One channel.

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
        """Change a channel.

        Needs the scope `channels.manage`.
        """
        return self._call("PATCH", f"/channels/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_channel(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a channel; its chats close, its archive stays.

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
        """New inbound address or signing secret; the old one works 24 h more.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/rotate", body=body, key=idempotency_key or create_key())

    def test_channel(self, id: int, *, idempotency_key: str | None = None) -> types.ChannelTest:
        """Send one test message and report how the channel stands.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/test", key=idempotency_key or create_key())

    def test_channel_connection(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConnectionTest:
        """Test a channel of an external service in both directions.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/connection-test", key=idempotency_key or create_key())

    def list_channel_templates(self, id: int) -> types.ChannelTemplates:
        """Templates that the service of the channel has approved.

        Needs the scope `chats.answer`.
        """
        return self._call("GET", f"/channels/{quote_segment(id)}/templates")

    def create_identity_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IdentitySecret:
        """New identity secret of a site widget, shown in this answer only; tokens signed with the
        old one are refused from now on.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    def delete_identity_secret(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Switch signed identity off; tokens of the page are opaque again.

        Needs the scope `channels.manage`.
        """
        return self._call("DELETE", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    def send_channel_address_code(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Mail a code to the address of a channel.

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
        """Prove the address of a channel with the code that was mailed to it.

        Needs the scope `channels.manage`.
        """
        return self._call("POST", f"/channels/{quote_segment(id)}/address-proof", body=body, key=idempotency_key or create_key())

    def list_operators(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Operators:
        """Operators, deactivated ones too.

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
        """Add an operator; without a password the answer carries an invitation link, once.

        Needs the scope `operators.manage`.
        """
        return self._call("POST", "/operators", body=body, key=idempotency_key or create_key())

    def get_operator(self, id: int) -> types.OperatorEntry:
        """One operator.

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
        """Change an operator; another role ends their sessions.

        Needs the scope `operators.manage`.
        """
        return self._call("PATCH", f"/operators/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_operator(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Deactivate an operator: ends their sessions, returns their chats to waiting, keeps
        history.

        Needs the scope `operators.manage`.
        """
        return self._call("DELETE", f"/operators/{quote_segment(id)}", key=idempotency_key or create_key())

    def reset_operator(self, id: int, *, idempotency_key: str | None = None) -> types.ResetLink:
        """A link that sets a new password once, 30 min.

        Needs the scope `operators.manage`.
        """
        return self._call("POST", f"/operators/{quote_segment(id)}/reset", key=idempotency_key or create_key())

    def get_account(self) -> types.Account:
        """The account.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/account")

    def update_account(
        self,
        body: types.AccountPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Account:
        """Change the account.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/account", body=body, key=idempotency_key or create_key())

    def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Accounts:
        """Accounts of the installation.

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
        """Create an account with its owner; without a password the answer carries an invitation
        link, once.

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

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", f"/accounts/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def list_departments(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Departments:
        """Departments.

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

        Needs the scope `departments.manage`.
        """
        return self._call("POST", "/departments", body=body, key=idempotency_key or create_key())

    def get_department(self, id: int) -> types.Department:
        """One department.

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
        """Change a department.

        Needs the scope `departments.manage`.
        """
        return self._call("PATCH", f"/departments/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_department(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a department; chats keep its name.

        Needs the scope `departments.manage`.
        """
        return self._call("DELETE", f"/departments/{quote_segment(id)}", key=idempotency_key or create_key())

    def get_working_hours(self) -> types.AccountHours:
        """Working hours of the account, and whether it is open now.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/working-hours")

    def update_working_hours(
        self,
        body: types.AccountHoursPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountHours:
        """Change the working hours of the account.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/working-hours", body=body, key=idempotency_key or create_key())

    def get_routing(self) -> types.Routing:
        """How chats find operators.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/routing")

    def update_routing(
        self,
        body: types.RoutingPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Routing:
        """Change how chats find operators.

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
        """Calls, newest first.

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
        """Call the visitor of a chat; 409 `call_running` during another call.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/calls", body=body, key=idempotency_key or create_key())

    def get_call(self, id: int) -> types.CallWithVisitor:
        """One call.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/calls/{quote_segment(id)}")

    def list_call_lines(self, id: int) -> types.Messages:
        """System lines of one call in its chat, oldest first.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/calls/{quote_segment(id)}/lines")

    def take_call(self, id: int, *, idempotency_key: str | None = None) -> types.CallWithVisitor:
        """Take the call and its waiting chat; of several the first has it (409 `already_accepted`
        with `by`).

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/take", key=idempotency_key or create_key())

    def connect_call(self, id: int, *, idempotency_key: str | None = None) -> types.CallWithVisitor:
        """The visitor is on the line.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/connected", key=idempotency_key or create_key())

    def end_call(self, id: int, *, idempotency_key: str | None = None) -> types.CallWithVisitor:
        """The call is over.

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
        """The call came to nothing; the reason is sent to webhooks and shown to the visitor.

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
        """Put the call off: nobody has it, and it waits again at `due_at`; with `reason` after a
        vain try, of which there are at most 3.

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
        """Note something about the call, also after its end; for the team alone.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/calls/{quote_segment(id)}/note", body=body, key=idempotency_key or create_key())

    def get_call_settings(self) -> types.CallSettings:
        """How visitors are called back.

        Needs the scope `account.read`.
        """
        return self._call("GET", "/call-settings")

    def update_call_settings(
        self,
        body: types.CallSettingsPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """Change how visitors are called back; a signing secret that was made is shown in this
        answer only.

        Needs the scope `account.manage`.
        """
        return self._call("PATCH", "/call-settings", body=body, key=idempotency_key or create_key())

    def rotate_call_secret(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """A new signing secret of the telephony server; the present one signs beside it for 24 h.

        Needs the scope `account.manage`.
        """
        return self._call("POST", "/call-settings/rotate", key=idempotency_key or create_key())

    def test_call_server(self, *, idempotency_key: str | None = None) -> types.TestAttempt:
        """Ask the telephony server once, with `test`: nobody is called.

        Needs the scope `account.manage`.
        """
        return self._call("POST", "/call-settings/test", key=idempotency_key or create_key())

    def list_bot_providers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.BotProviders:
        """Bot providers: all for the instance owner, else those that the account may choose or
        asked for.

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
        """Issue a provider id (instance owner), or ask for one.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", "/bot-providers", body=body, key=idempotency_key or create_key())

    def get_bot_provider(self, id: str) -> types.BotProvider:
        """One bot provider.

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
        """Change, approve, refuse, suspend or resume a bot provider.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", f"/bot-providers/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_bot_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a bot provider that no connection uses; its id is never issued again.

        Needs the scope `instance.manage`.
        """
        return self._call("DELETE", f"/bot-providers/{quote_segment(id)}", key=idempotency_key or create_key())

    def list_bots(self, *, limit: int | None = None, cursor: str | None = None) -> types.Bots:
        """Bot connections; addresses only for those who manage them.

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
        """Connect a bot; the signing secret is shown in this answer only.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", "/bots", body=body, key=idempotency_key or create_key())

    def get_bot(self, id: int) -> types.Bot:
        """One bot connection with the two addresses to give to its provider.

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
        """Change a bot connection.

        Needs the scope `bots.manage`.
        """
        return self._call("PATCH", f"/bots/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_bot(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a bot connection; its chats go to operators.

        Needs the scope `bots.manage`.
        """
        return self._call("DELETE", f"/bots/{quote_segment(id)}", key=idempotency_key or create_key())

    def rotate_bot_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotWithSecret:
        """New signing secret; the old one signs beside it 24 h more.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", f"/bots/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    def list_webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Webhooks:
        """Webhooks, in the order of creation.

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
        """Create a webhook; the signing secret is shown in this answer only.

        Needs the scope `webhooks.manage`.
        """
        return self._call("POST", "/webhooks", body=body, key=idempotency_key or create_key())

    def get_webhook(self, id: int) -> types.Webhook:
        """One webhook.

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
        """Change a webhook.

        Needs the scope `webhooks.manage`.
        """
        return self._call("PATCH", f"/webhooks/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    def delete_webhook(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a webhook; what is pending is dropped.

        Needs the scope `webhooks.manage`.
        """
        return self._call("DELETE", f"/webhooks/{quote_segment(id)}", key=idempotency_key or create_key())

    def rotate_webhook_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookWithSecret:
        """New signing secret; the old one signs beside it 24 h more.

        Needs the scope `webhooks.manage`.
        """
        return self._call("POST", f"/webhooks/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    def dry_run_trigger(
        self,
        body: types.TriggerDryRun,
        *,
        idempotency_key: str | None = None,
    ) -> types.TriggerDryRunResult:
        """Which of the last 100 visitors a rule would have reached, by what is known of their last
        visit; nothing is sent or kept.

        Needs the scope `triggers.read`.
        """
        return self._call("POST", "/triggers/dry-run", body=body, key=idempotency_key or create_key())

    def list_pages_with_own_rules(self) -> types.PagesWithOwnRules:
        """Pages whose script put other rules in the place of the account's (setRules), since this
        server started.

        Needs the scope `triggers.read`.
        """
        return self._call("GET", "/triggers/replaced")

    def list_triggers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Triggers:
        """Triggers in their order; those of the provisioning file first.

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
        """Create a trigger, behind the others.

        Needs the scope `triggers.manage`.
        """
        return self._call("POST", "/triggers", body=body, key=idempotency_key or create_key())

    def get_trigger(self, id: int) -> types.Trigger:
        """One trigger.

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
        """Change a trigger.

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
        """Put the triggers in order; each that the provisioning file does not manage once.

        Needs the scope `triggers.manage`.
        """
        return self._call("PUT", "/triggers/order", body=body, key=idempotency_key or create_key())

    def list_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ApiKeys:
        """API keys, without the keys themselves.

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
        """Make a key; it is shown in this answer only.

        Needs the scope `keys.manage`.
        """
        return self._call("POST", "/api-keys", body=body, key=idempotency_key or create_key())

    def delete_api_key(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Take a key back, at once.

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
        """Entries of the audit log, newest first.

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
        """What the entries say was done, each once.

        Needs the scope `audit.read`.
        """
        return self._call("GET", "/audit/actions", query={"scope": scope})

    def verify_audit(self, *, scope: types.AuditScope | None = None) -> types.AuditVerification:
        """Work every hash out again.

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
        """Entries of the audit log as CSV, XLSX or JSON Lines, newest first.

        Needs the scope `audit.read`.
        """
        return self._call("GET", "/audit/export", query={"since": since, "until": until, "action": action, "operator": operator, "result": result, "q": q, "scope": scope, "format": format}, raw=True)

    def get_instance(self) -> types.Instance:
        """Settings of the installation.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance")

    def update_instance(
        self,
        body: types.InstancePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Change settings of the installation.

        Needs the scope `instance.manage`.
        """
        return self._call("PATCH", "/instance", body=body, key=idempotency_key or create_key())

    def allow_address(
        self,
        body: types.EgressChange,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Add or take away entries of the allow list.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/instance/egress-allow", body=body, key=idempotency_key or create_key())

    def get_health(self) -> types.Health:
        """Version, checks, storage and backup of the installation.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/health")

    def get_setup_progress(self) -> types.GetStarted:
        """What is done and what is missing before visitors come.

        Needs the scope `account.manage`.
        """
        return self._call("GET", "/get-started")

    def get_mail_server(self) -> types.MailState:
        """How mail is sent; the password is never read back.

        Needs the scope `instance.manage`.
        """
        return self._call("GET", "/instance/mail")

    def set_mail_server(
        self,
        body: types.NewMail,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailState:
        """Set up mail; without `password` the stored one stays, as long as server and user do.

        Needs the scope `instance.manage`.
        """
        return self._call("PUT", "/instance/mail", body=body, key=idempotency_key or create_key())

    def delete_mail_server(self, *, idempotency_key: str | None = None) -> None:
        """Send no mail any more; what waits is given up.

        Needs the scope `instance.manage`.
        """
        return self._call("DELETE", "/instance/mail", key=idempotency_key or create_key())

    def test_mail_server(
        self,
        body: types.MailTest,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailTestResult:
        """Send one mail to the asker, with these settings or those in force; says at which step it
        failed and what to do.

        Needs the scope `instance.manage`.
        """
        return self._call("POST", "/instance/mail/test", body=body, key=idempotency_key or create_key())

    def get_mail_preferences(self) -> types.MailPreferences:
        """Which mails I get.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/me/mail")

    def set_mail_preferences(
        self,
        body: types.MailPreferencesPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailPreferences:
        """Choose which mails I get.

        Needs the scope `profile.write`.
        """
        return self._call("PUT", "/me/mail", body=body, key=idempotency_key or create_key())

    def list_offline_messages(
        self,
        *,
        state: Literal["new", "taken", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.OfflineMessages:
        """Offline messages, newest first.

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
        """One offline message.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/offline-messages/{quote_segment(id)}")

    def take_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Take it: it is mine to answer.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/offline-messages/{quote_segment(id)}/take", key=idempotency_key or create_key())

    def finish_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Nothing is left to do about it.

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
        """Answer by mail, which stands in the ledger; the message is done.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/offline-messages/{quote_segment(id)}/mail", body=body, key=idempotency_key or create_key())

    def continue_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineChat:
        """Answer in the visitor's running chat, or in a new one; the message is then done.

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
        """List the emails that became no chat, newest first.

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
        """Get an email that became no chat.

        Needs the scope `chats.read`.
        """
        return self._call("GET", f"/ignored-emails/{quote_segment(id)}")

    def start_chat_from_ignored_email(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IgnoredEmailChat:
        """Start a chat from an email that became none.

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
        """Deliveries, newest first.

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
        """One delivery with every attempt.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", f"/deliveries/{quote_segment(id)}")

    def retry_delivery(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.DeliveryWithAttempts:
        """Send a failed delivery again, with the same message id.

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
        """Send a failed message again, with the same message id.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/retry", key=idempotency_key or create_key())

    def get_delivery_totals(
        self,
        *,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
    ) -> types.DeliveryTotals:
        """Figures of the last 24 hours: events, success, queue, times, answers that were not
        usable.

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
        """Send failed deliveries of an endpoint again; `dry_run=true` counts them.

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
        """Endpoints with their state, health and what waits for them.

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
        """One endpoint.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", f"/endpoints/{quote_segment(id)}")

    def pause_endpoint(self, id: int, *, idempotency_key: str | None = None) -> types.Endpoint:
        """Hold back what is owed to an endpoint; it waits in order.

        Needs the scope `deliveries.retry`.
        """
        return self._call("POST", f"/endpoints/{quote_segment(id)}/pause", key=idempotency_key or create_key())

    def resume_endpoint(self, id: int, *, idempotency_key: str | None = None) -> types.Endpoint:
        """Send again to an endpoint that was paused or switched off.

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
        """Latest requests of integrators and ours at all nodes, oldest first.

        Needs the scope `deliveries.read`.
        """
        return self._call("GET", "/inspector", query={"after": after, "kind": kind, "owner": owner, "endpoint": endpoint, "direction": direction, "fault": fault, "limit": limit})

    def list_samples(self) -> types.Samples:
        """The sample of every event, for test events.

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
        """Send one test event to a bot.

        Needs the scope `bots.manage`.
        """
        return self._call("POST", f"/bots/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    def get_bot_test(self, id: int) -> types.BotTest:
        """The latest test of a bot and what the bot posted for it.

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
        """Send one test event to a webhook and show what its reply means.

        Needs the scope `webhooks.manage`.
        """
        return self._call("POST", f"/webhooks/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    def get_push_key(self) -> types.PushKey:
        """The key that browsers bind their push subscriptions to.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/push/key")

    def list_push_devices(self) -> types.PushDevices:
        """My devices that get notices.

        Needs the scope `profile.read`.
        """
        return self._call("GET", "/push/subscriptions")

    def create_push_device(
        self,
        body: types.NewPushDevice,
        *,
        idempotency_key: str | None = None,
    ) -> types.PushDevice:
        """Get notices on the device of this session; takes the place of what the session had.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", "/push/subscriptions", body=body, key=idempotency_key or create_key())

    def delete_push_device(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Send one of my devices no more notices.

        Needs the scope `chats.answer`.
        """
        return self._call("DELETE", f"/push/subscriptions/{quote_segment(id)}", key=idempotency_key or create_key())

    def test_push_device(self, id: int, *, idempotency_key: str | None = None) -> types.PushTest:
        """Send one of my devices a notice that says that it is a test.

        Needs the scope `chats.answer`.
        """
        return self._call("POST", f"/push/subscriptions/{quote_segment(id)}/test", key=idempotency_key or create_key())

    def save_self_test(self, body: types.SelfTest, *, idempotency_key: str | None = None) -> None:
        """What my self-test of alerts found.

        Needs the scope `chats.answer`.
        """
        return self._call("PUT", "/push/self-test", body=body, key=idempotency_key or create_key())

    def list_reachability(self) -> types.ReachabilityList:
        """By which ways each operator can be called.

        Needs the scope `operators.manage`.
        """
        return self._call("GET", "/push/reach")


class AsyncOperations(AsyncCaller):
    """Calls the operations of the service API. Each method is awaited."""

    async def get_setup_state(self) -> types.SetupState:
        """Whether the installation still needs its owner.

        Needs no authentication.
        """
        return await self._call("GET", "/setup")

    async def set_up_installation(self, body: types.Setup) -> types.SignedIn:
        """Create the first account and its owner, and sign in.

        Needs no authentication.
        """
        return await self._call("POST", "/setup", body=body)

    async def list_sign_in_methods(self) -> types.SignInMethods:
        """By what one can sign in here.

        Needs no authentication.
        """
        return await self._call("GET", "/sessions/ways")

    async def create_passkey_challenge(self) -> types.PasskeyChallenge:
        """What the browser asks a passkey for a sign-in without a password.

        Needs no authentication.
        """
        return await self._call("POST", "/sessions/passkey")

    async def start_oidc_sign_in(self, body: types.OidcStart) -> types.AuthorizationRedirect:
        """Begin a sign-in by an OIDC provider: the address to go to.

        Needs no authentication.
        """
        return await self._call("POST", "/sessions/oidc", body=body)

    async def sign_in(self, body: types.SignIn) -> types.SignedIn | types.SecondFactorRequired:
        """Sign in; 202: a second step is due.

        Needs no authentication.
        """
        return await self._call("POST", "/sessions", body=body)

    async def list_sessions(self) -> types.Sessions:
        """Where the people of the account are signed in, the latest first.

        Needs the scope `operators.manage`.
        """
        return await self._call("GET", "/sessions")

    async def sign_out(self, *, idempotency_key: str | None = None) -> None:
        """Sign out, of every account of this browser.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", "/sessions/current", key=idempotency_key or create_key())

    async def get_profile(self) -> types.Operator:
        """Who I am.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/me")

    async def update_profile(
        self,
        body: types.MePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Change my name or password.

        Needs the scope `profile.write`.
        """
        return await self._call("PATCH", "/me", body=body, key=idempotency_key or create_key())

    async def set_presence(
        self,
        body: types.PresenceChoice,
        *,
        idempotency_key: str | None = None,
    ) -> types.OwnPresence:
        """Choose online, away or offline.

        Needs the scope `presence.set`.
        """
        return await self._call("PUT", "/me/presence", body=body, key=idempotency_key or create_key())

    async def set_photo(
        self,
        file: tuple[str, bytes],
        *,
        idempotency_key: str | None = None,
    ) -> types.Operator:
        """Set my photo: multipart/form-data with exactly one field, file.

        Needs the scope `profile.write`.
        """
        return await self._call("PUT", "/me/photo", file=file, key=idempotency_key or create_key())

    async def delete_photo(self, *, idempotency_key: str | None = None) -> types.Operator:
        """Remove my photo.

        Needs the scope `profile.write`.
        """
        return await self._call("DELETE", "/me/photo", key=idempotency_key or create_key())

    async def accept_invitation(self, body: types.AcceptInvitation) -> types.InvitationAccepted:
        """Set a password by an invitation or reset link; then sign in.

        Needs no authentication.
        """
        return await self._call("POST", "/invitations/accept", body=body)

    async def request_password_reset(self, body: types.PasswordReset) -> None:
        """Send a link for a new password, where somebody has this address.

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
        """Check the request of an application for access, before I decide.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/applications/request", query={"client_id": client_id, "redirect_uri": redirect_uri, "response_type": response_type, "code_challenge": code_challenge, "code_challenge_method": code_challenge_method, "scope": scope, "state": state, "resource": resource})

    async def connect_application(
        self,
        body: types.GrantAccess,
        *,
        idempotency_key: str | None = None,
    ) -> types.AuthorizationRedirect:
        """Give an application access to what it asked for, or to a part of it.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/applications", body=body, key=idempotency_key or create_key())

    async def list_own_applications(self) -> types.ConnectedApplications:
        """Applications that act for me, the latest first.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/applications")

    async def disconnect_application(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Disconnect an application; its tokens end immediately.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", f"/me/applications/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_own_sessions(self) -> types.Sessions:
        """Where I am signed in, the latest first.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/sessions")

    async def end_other_sessions(self, *, idempotency_key: str | None = None) -> None:
        """Sign out everywhere else.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", "/me/sessions", key=idempotency_key or create_key())

    async def end_own_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End one of my sessions.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", f"/me/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_own_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """My sign-ins, refused ones too, the latest first.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_own_sign_ins(self, *, limit: int | None = None) -> AsyncIterator[types.SignInEntry]:
        """Yields each item of all pages of `list_own_sign_ins`."""
        return self._iterate(lambda cursor: self.list_own_sign_ins(limit=limit, cursor=cursor))

    async def list_reauthentication_methods(self) -> types.ReauthenticationMethods:
        """By what I can confirm that it is me, and until when I need not.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/confirm")

    async def reauthenticate(
        self,
        body: types.Reauthentication,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Confirm that it is me; changes of secrets and roles ask for it after 15 minutes.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/confirm", body=body, key=idempotency_key or create_key())

    async def get_own_security(self) -> types.MySecurity:
        """My second factors.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/security")

    async def create_totp_secret(self, *, idempotency_key: str | None = None) -> types.TotpSecret:
        """Begin with an application that shows codes: its secret, in this answer only.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/totp", key=idempotency_key or create_key())

    async def delete_totp(self, *, idempotency_key: str | None = None) -> types.MySecurity:
        """Ask for codes of the application no more.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", "/me/totp", key=idempotency_key or create_key())

    async def confirm_totp(
        self,
        body: types.TotpCode,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """Show a first code: from now on the application counts.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/totp/confirm", body=body, key=idempotency_key or create_key())

    async def create_recovery_codes(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityWithCodes:
        """New codes for the day the device is lost; the earlier ones end.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/me/recovery-codes", key=idempotency_key or create_key())

    async def create_passkey_options(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.PasskeyChallenge:
        """What the browser asks for a new passkey.

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
        """Give a passkey another name.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("PATCH", f"/me/passkeys/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_passkey(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.MySecurity:
        """Remove a passkey.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("DELETE", f"/me/passkeys/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_own_accounts(self) -> types.BrowserAccounts:
        """Accounts in which this browser is signed in.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("GET", "/me/accounts")

    async def switch_account(
        self,
        body: types.AccountSwitch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SignedIn:
        """Go on in another account of this browser.

        Needs a signed-in person. No API key has this scope.
        """
        return await self._call("POST", "/sessions/switch", body=body, key=idempotency_key or create_key())

    async def get_security_policy(self) -> types.SecurityPolicy:
        """Whether a second factor is asked of everybody, and who has none.

        Needs the scope `account.manage`.
        """
        return await self._call("GET", "/security")

    async def update_security_policy(
        self,
        body: types.SecurityPolicyPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.SecurityPolicy:
        """Ask a second factor of everybody, after some days of grace, or of nobody.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/security", body=body, key=idempotency_key or create_key())

    async def end_session(self, id: int, *, idempotency_key: str | None = None) -> None:
        """End a session.

        Needs the scope `operators.manage`.
        """
        return await self._call("DELETE", f"/sessions/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_sign_ins(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.SignInLog:
        """Sign-ins of the account's people, refused ones too, the latest first.

        Needs the scope `operators.manage`.
        """
        return await self._call("GET", "/sign-ins", query={"limit": limit, "cursor": cursor})

    def iterate_sign_ins(self, *, limit: int | None = None) -> AsyncIterator[types.SignInEntry]:
        """Yields each item of all pages of `list_sign_ins`."""
        return self._iterate(lambda cursor: self.list_sign_ins(limit=limit, cursor=cursor))

    async def delete_second_factor(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Remove all second factors of an operator who lost the device; ends their sessions.

        Needs the scope `operators.manage`.
        """
        return await self._call("DELETE", f"/operators/{quote_segment(id)}/second-factor", key=idempotency_key or create_key())

    async def list_oidc_providers(self) -> types.OidcProviders:
        """Providers of sign-in; secrets are never read back.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/oidc")

    async def create_oidc_provider(
        self,
        body: types.NewOidcProvider,
        *,
        idempotency_key: str | None = None,
    ) -> types.OidcProvider:
        """Let an OIDC provider say who somebody is; it is asked first whether it is one.

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
        """Change a provider of sign-in; without `client_secret` the stored one stays, as long as
        issuer and client do.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", f"/instance/oidc/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_oidc_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a sign-in provider; sessions that it started stay.

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
        """Chats, newest first; `assignment` is null here.

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
        """Numbers beside the views of the inbox.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/chats/counters")

    async def get_chat(self, id: int) -> types.Chat:
        """One chat.

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
        """Messages, notes and system lines, oldest first.

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
        """Answer, send an upload or write a note; the same client_id gives the first message
        again.

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
        """Set the own read mark.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/read", body=body, key=idempotency_key or create_key())

    async def accept_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take the chat.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/accept", key=idempotency_key or create_key())

    async def join_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take part in the chat beside its assignee.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/join", key=idempotency_key or create_key())

    async def leave_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Leave the chat; the last one returns it to waiting.

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
        """Ask a colleague to take the chat, or let it wait in a department.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/transfer", body=body, key=idempotency_key or create_key())

    async def accept_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take a chat that is being transferred to oneself.

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
        """Not take a chat that is being transferred to oneself; the sender reads the reason.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/transfer/refuse", body=body, key=idempotency_key or create_key())

    async def withdraw_transfer(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Withdraw a transfer that its target has not answered; 409 `already_accepted` if the
        target was first.

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
        """Mark the notice of the chat as opened, or dismiss it.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/notice", body=body, key=idempotency_key or create_key())

    async def skip_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Stop a waiting chat from ringing until it is offered again.

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
        """Ask a colleague into the chat, who joins or does not.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/invite", body=body, key=idempotency_key or create_key())

    async def decline_chat_invitation(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Chat:
        """Not come into a chat one was asked into; no line is written.

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
        """Close the chat, finally and at once.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/close", body=body, key=idempotency_key or create_key())

    async def assign_crm_card(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Bind the chat to the CRM card that a webhook's reply named, once per link.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/assign-crm", key=idempotency_key or create_key())

    async def ask_for_rating(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Ask the visitor for a rating; 409 `no_rating` where the channel cannot.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/ask-rating", key=idempotency_key or create_key())

    async def mail_transcript(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Mail the conversation to the visitor, at most 3 times; 409 `not_available` without mail,
        400 at `email` without an address.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/mail-transcript", key=idempotency_key or create_key())

    async def continue_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Go on with a closed chat in a new one.

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
        """Say that the operator types, or stopped.

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
        """The chat as a file, times in the account's zone; `notes`: with what only the team sees.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}/transcript", query={"format": format, "notes": notes}, raw=True)

    async def list_tags(self, *, limit: int | None = None, cursor: str | None = None) -> types.Tags:
        """Tags of the account.

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

        Needs the scope `account.manage`.
        """
        return await self._call("POST", "/tags", body=body, key=idempotency_key or create_key())

    async def get_tag(self, id: int) -> types.Tag:
        """One tag.

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
        """Rename a tag; chats that have it keep the name it was put on with.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", f"/tags/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_tag(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a tag; chats keep its name.

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
        """Say which tags the chat has; a closed one too.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/tags", body=body, key=idempotency_key or create_key())

    async def export_canned_replies(self, *, format: types.ReplyFormat) -> bytes:
        """The quick replies in the asker's reach as a file: `csv`, in which no cell begins a
        formula, or `json`.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", "/canned-replies/export", query={"format": format}, raw=True)

    async def import_canned_replies(
        self,
        body: types.ImportReplies,
        *,
        idempotency_key: str | None = None,
    ) -> types.ImportedReplies:
        """Add and change quick replies from a file: all of it or nothing; `dry_run` says what
        would come of it, with every fault.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/canned-replies/import", body=body, key=idempotency_key or create_key())

    async def list_canned_replies(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.CannedReplies:
        """Quick replies that the caller may use: their own, their departments', the account's.

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
        """Create a quick reply; those of departments and of the account by who manages the
        account.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/canned-replies", body=body, key=idempotency_key or create_key())

    async def get_canned_reply(self, id: int) -> types.CannedReply:
        """One quick reply.

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
        """Change a quick reply.

        Needs the scope `chats.answer`.
        """
        return await self._call("PATCH", f"/canned-replies/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a quick reply.

        Needs the scope `chats.answer`.
        """
        return await self._call("DELETE", f"/canned-replies/{quote_segment(id)}", key=idempotency_key or create_key())

    async def use_canned_reply(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Count one use of the reply; each operator's list begins with the replies they use most.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/canned-replies/{quote_segment(id)}/use", key=idempotency_key or create_key())

    async def list_drafts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Drafts:
        """Own drafts, newest first; never more than 300, on one page.

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
        """Keep the own draft of a chat; with a version that is not above the kept one the answer
        is the kept one.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", f"/chats/{quote_segment(id)}/draft", body=body, key=idempotency_key or create_key())

    async def list_mentions(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Mentions:
        """Notes above the own read mark that name the asker, newest first; the latest 200, on one
        page.

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
        """Upload a file: multipart/form-data with exactly one field, file.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/uploads", file=file, key=idempotency_key or create_key())

    async def get_upload(self, id: int) -> types.Upload:
        """An uploaded file of the asker's own.

        Needs the scope `chats.answer`.
        """
        return await self._call("GET", f"/uploads/{quote_segment(id)}")

    async def get_picture(
        self,
        *,
        url: str,
        kind: Literal["image", "photo"] | None = None,
    ) -> bytes:
        """A picture at an address that an integrator gave, fetched by the server; its bytes.

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
        """Block the visitor of the chat, which closes.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/block", body=body, key=idempotency_key or create_key())

    async def unblock_chat(self, id: int, *, idempotency_key: str | None = None) -> types.Chat:
        """Take back what blocked the visitor in a chat; the chat stays closed.

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
        """Events after a cursor, as a long poll or as server-sent events.

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
        """Chats with messages that match, newest first unless sort says otherwise; with scope=all
        also people and their chats.

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
        """Numbers of the messages of this chat that match a search, in their order.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/chats/{quote_segment(id)}/matches", query={"q": q})

    async def export_search(
        self,
        *,
        q: str | None = None,
        format: Literal["csv", "xlsx", "jsonl"] | None = None,
    ) -> bytes:
        """What a search finds as CSV, XLSX or JSON Lines, newest first.

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
        """Figures of a period by day, hour, channel, department and person, compared with the
        period before.

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
        """The chats that a number of a report counts, the latest first.

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
        """A table of a report as CSV or XLSX.

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
        """Visitors, newest first by number, or by what they did last.

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
        """One visitor, with the person to whom operators merged them.

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
        """Correct what is known of a visitor (source `operator`).

        Needs the scope `visitors.write`.
        """
        return await self._call("PATCH", f"/visitors/{quote_segment(number)}", body=body, key=idempotency_key or create_key())

    async def erase_visitor(
        self,
        number: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Erasure:
        """Erase a visitor, their person and all their data permanently.

        Needs the scope `data.manage`.
        """
        return await self._call("DELETE", f"/visitors/{quote_segment(number)}", key=idempotency_key or create_key())

    async def list_visitor_matches(self, number: int) -> types.VisitorMatches:
        """Visitors who may be the same person, with the contacts that both have.

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
        """Merge two visitors to one person.

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
        """Say that two visitors are different people, so that they are not suggested.

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
        """Take back that two visitors are different people.

        Needs the scope `visitors.write`.
        """
        return await self._call("DELETE", f"/visitors/{quote_segment(number)}/different/{quote_segment(other)}", key=idempotency_key or create_key())

    async def list_erasures(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Erasures:
        """Visitors that were erased, newest first, and who outside had received something of them.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/erasures", query={"limit": limit, "cursor": cursor})

    def iterate_erasures(self, *, limit: int | None = None) -> AsyncIterator[types.Erasure]:
        """Yields each item of all pages of `list_erasures`."""
        return self._iterate(lambda cursor: self.list_erasures(limit=limit, cursor=cursor))

    async def get_retention(self) -> types.Retention:
        """How long what is kept, in days; 0 is for ever.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/retention")

    async def update_retention(
        self,
        body: types.RetentionPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Retention:
        """Change how long what is kept, for the whole installation.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", "/retention", body=body, key=idempotency_key or create_key())

    async def preview_retention(
        self,
        body: types.RetentionPreviewQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.RetentionPreview:
        """What these times would remove now; changes nothing.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/retention/dry-run", body=body, key=idempotency_key or create_key())

    async def get_storage_figures(self) -> types.StorageFigures:
        """What the account keeps here.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/data/figures")

    async def export_account(self) -> bytes:
        """Everything of the account as a zip of JSON Lines and files, for `parlour import`; no
        secrets.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/account/export", raw=True)

    async def check_account_export(self) -> types.ExportReady:
        """Whether data would be given out now, or a proof of who asks is needed first.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", "/account/export/ready")

    async def export_visitor(self, number: int) -> bytes:
        """All data of a visitor and of their person as a zip: JSON, and the files of the chats.

        Needs the scope `data.manage`.
        """
        return await self._call("GET", f"/visitors/{quote_segment(number)}/export", raw=True)

    async def list_online_visitors(self) -> types.VisitorsOnline:
        """Visitors with a page open that has a widget, the longest on the site first.

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
        """A visitor's visits of sites with a widget, the latest first.

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
        """Invite a visitor who is on the site to a chat.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/visitors/{quote_segment(number)}/invite", body=body, key=idempotency_key or create_key())

    async def withdraw_visitor_invitation(
        self,
        number: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.VisitorOnline:
        """Take back the invitation that an operator sent and the visitor has not answered.

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
        """Block a visitor who has no running chat.

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
        """Entries of the blacklist, newest first, lifted ones too.

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
        """Block what matches; 409 name_taken when an entry in force names the same.

        Needs the scope `blacklist.manage`.
        """
        return await self._call("POST", "/blacklist", body=body, key=idempotency_key or create_key())

    async def get_block_list_entry(self, id: int) -> types.BlockListEntry:
        """One entry.

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
        """Change the end or the reason of an entry, or take back that it was lifted.

        Needs the scope `blacklist.manage`.
        """
        return await self._call("PATCH", f"/blacklist/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def lift_block_list_entry(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Lift an entry; the record stays.

        Needs the scope `blacklist.manage`.
        """
        return await self._call("DELETE", f"/blacklist/{quote_segment(id)}", key=idempotency_key or create_key())

    async def check_block_list(
        self,
        body: types.BlockCheckQuery,
        *,
        idempotency_key: str | None = None,
    ) -> types.BlockCheckResult:
        """Would this be blocked, and by which entry.

        Needs the scope `visitors.read`.
        """
        return await self._call("POST", "/blacklist/check", body=body, key=idempotency_key or create_key())

    async def list_channels(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Channels:
        """Channels; `inbound_url` only for those who manage them.

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
        """Create a chat API channel, whose signing secret is shown in this answer only, a site
        widget, or a channel of an external service.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", "/channels", body=body, key=idempotency_key or create_key())

    async def get_channel(self, id: int) -> types.Channel:
        """One channel.

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
        """Change a channel.

        Needs the scope `channels.manage`.
        """
        return await self._call("PATCH", f"/channels/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_channel(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a channel; its chats close, its archive stays.

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
        """New inbound address or signing secret; the old one works 24 h more.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/rotate", body=body, key=idempotency_key or create_key())

    async def test_channel(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ChannelTest:
        """Send one test message and report how the channel stands.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/test", key=idempotency_key or create_key())

    async def test_channel_connection(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ConnectionTest:
        """Test a channel of an external service in both directions.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/connection-test", key=idempotency_key or create_key())

    async def list_channel_templates(self, id: int) -> types.ChannelTemplates:
        """Templates that the service of the channel has approved.

        Needs the scope `chats.answer`.
        """
        return await self._call("GET", f"/channels/{quote_segment(id)}/templates")

    async def create_identity_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IdentitySecret:
        """New identity secret of a site widget, shown in this answer only; tokens signed with the
        old one are refused from now on.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    async def delete_identity_secret(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Switch signed identity off; tokens of the page are opaque again.

        Needs the scope `channels.manage`.
        """
        return await self._call("DELETE", f"/channels/{quote_segment(id)}/identity-secret", key=idempotency_key or create_key())

    async def send_channel_address_code(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """Mail a code to the address of a channel.

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
        """Prove the address of a channel with the code that was mailed to it.

        Needs the scope `channels.manage`.
        """
        return await self._call("POST", f"/channels/{quote_segment(id)}/address-proof", body=body, key=idempotency_key or create_key())

    async def list_operators(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Operators:
        """Operators, deactivated ones too.

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
        """Add an operator; without a password the answer carries an invitation link, once.

        Needs the scope `operators.manage`.
        """
        return await self._call("POST", "/operators", body=body, key=idempotency_key or create_key())

    async def get_operator(self, id: int) -> types.OperatorEntry:
        """One operator.

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
        """Change an operator; another role ends their sessions.

        Needs the scope `operators.manage`.
        """
        return await self._call("PATCH", f"/operators/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_operator(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Deactivate an operator: ends their sessions, returns their chats to waiting, keeps
        history.

        Needs the scope `operators.manage`.
        """
        return await self._call("DELETE", f"/operators/{quote_segment(id)}", key=idempotency_key or create_key())

    async def reset_operator(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.ResetLink:
        """A link that sets a new password once, 30 min.

        Needs the scope `operators.manage`.
        """
        return await self._call("POST", f"/operators/{quote_segment(id)}/reset", key=idempotency_key or create_key())

    async def get_account(self) -> types.Account:
        """The account.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/account")

    async def update_account(
        self,
        body: types.AccountPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Account:
        """Change the account.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/account", body=body, key=idempotency_key or create_key())

    async def list_accounts(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Accounts:
        """Accounts of the installation.

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
        """Create an account with its owner; without a password the answer carries an invitation
        link, once.

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

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", f"/accounts/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def list_departments(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Departments:
        """Departments.

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

        Needs the scope `departments.manage`.
        """
        return await self._call("POST", "/departments", body=body, key=idempotency_key or create_key())

    async def get_department(self, id: int) -> types.Department:
        """One department.

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
        """Change a department.

        Needs the scope `departments.manage`.
        """
        return await self._call("PATCH", f"/departments/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_department(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a department; chats keep its name.

        Needs the scope `departments.manage`.
        """
        return await self._call("DELETE", f"/departments/{quote_segment(id)}", key=idempotency_key or create_key())

    async def get_working_hours(self) -> types.AccountHours:
        """Working hours of the account, and whether it is open now.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/working-hours")

    async def update_working_hours(
        self,
        body: types.AccountHoursPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.AccountHours:
        """Change the working hours of the account.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/working-hours", body=body, key=idempotency_key or create_key())

    async def get_routing(self) -> types.Routing:
        """How chats find operators.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/routing")

    async def update_routing(
        self,
        body: types.RoutingPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Routing:
        """Change how chats find operators.

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
        """Calls, newest first.

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
        """Call the visitor of a chat; 409 `call_running` during another call.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/calls", body=body, key=idempotency_key or create_key())

    async def get_call(self, id: int) -> types.CallWithVisitor:
        """One call.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/calls/{quote_segment(id)}")

    async def list_call_lines(self, id: int) -> types.Messages:
        """System lines of one call in its chat, oldest first.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/calls/{quote_segment(id)}/lines")

    async def take_call(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """Take the call and its waiting chat; of several the first has it (409 `already_accepted`
        with `by`).

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/take", key=idempotency_key or create_key())

    async def connect_call(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """The visitor is on the line.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/connected", key=idempotency_key or create_key())

    async def end_call(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallWithVisitor:
        """The call is over.

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
        """The call came to nothing; the reason is sent to webhooks and shown to the visitor.

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
        """Put the call off: nobody has it, and it waits again at `due_at`; with `reason` after a
        vain try, of which there are at most 3.

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
        """Note something about the call, also after its end; for the team alone.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/calls/{quote_segment(id)}/note", body=body, key=idempotency_key or create_key())

    async def get_call_settings(self) -> types.CallSettings:
        """How visitors are called back.

        Needs the scope `account.read`.
        """
        return await self._call("GET", "/call-settings")

    async def update_call_settings(
        self,
        body: types.CallSettingsPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """Change how visitors are called back; a signing secret that was made is shown in this
        answer only.

        Needs the scope `account.manage`.
        """
        return await self._call("PATCH", "/call-settings", body=body, key=idempotency_key or create_key())

    async def rotate_call_secret(
        self,
        *,
        idempotency_key: str | None = None,
    ) -> types.CallSettingsChanged:
        """A new signing secret of the telephony server; the present one signs beside it for 24 h.

        Needs the scope `account.manage`.
        """
        return await self._call("POST", "/call-settings/rotate", key=idempotency_key or create_key())

    async def test_call_server(self, *, idempotency_key: str | None = None) -> types.TestAttempt:
        """Ask the telephony server once, with `test`: nobody is called.

        Needs the scope `account.manage`.
        """
        return await self._call("POST", "/call-settings/test", key=idempotency_key or create_key())

    async def list_bot_providers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.BotProviders:
        """Bot providers: all for the instance owner, else those that the account may choose or
        asked for.

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
        """Issue a provider id (instance owner), or ask for one.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", "/bot-providers", body=body, key=idempotency_key or create_key())

    async def get_bot_provider(self, id: str) -> types.BotProvider:
        """One bot provider.

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
        """Change, approve, refuse, suspend or resume a bot provider.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", f"/bot-providers/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_bot_provider(self, id: str, *, idempotency_key: str | None = None) -> None:
        """Delete a bot provider that no connection uses; its id is never issued again.

        Needs the scope `instance.manage`.
        """
        return await self._call("DELETE", f"/bot-providers/{quote_segment(id)}", key=idempotency_key or create_key())

    async def list_bots(self, *, limit: int | None = None, cursor: str | None = None) -> types.Bots:
        """Bot connections; addresses only for those who manage them.

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
        """Connect a bot; the signing secret is shown in this answer only.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", "/bots", body=body, key=idempotency_key or create_key())

    async def get_bot(self, id: int) -> types.Bot:
        """One bot connection with the two addresses to give to its provider.

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
        """Change a bot connection.

        Needs the scope `bots.manage`.
        """
        return await self._call("PATCH", f"/bots/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_bot(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a bot connection; its chats go to operators.

        Needs the scope `bots.manage`.
        """
        return await self._call("DELETE", f"/bots/{quote_segment(id)}", key=idempotency_key or create_key())

    async def rotate_bot_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.BotWithSecret:
        """New signing secret; the old one signs beside it 24 h more.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", f"/bots/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    async def list_webhooks(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Webhooks:
        """Webhooks, in the order of creation.

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
        """Create a webhook; the signing secret is shown in this answer only.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("POST", "/webhooks", body=body, key=idempotency_key or create_key())

    async def get_webhook(self, id: int) -> types.Webhook:
        """One webhook.

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
        """Change a webhook.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("PATCH", f"/webhooks/{quote_segment(id)}", body=body, key=idempotency_key or create_key())

    async def delete_webhook(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Delete a webhook; what is pending is dropped.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("DELETE", f"/webhooks/{quote_segment(id)}", key=idempotency_key or create_key())

    async def rotate_webhook_secret(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.WebhookWithSecret:
        """New signing secret; the old one signs beside it 24 h more.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("POST", f"/webhooks/{quote_segment(id)}/rotate", key=idempotency_key or create_key())

    async def dry_run_trigger(
        self,
        body: types.TriggerDryRun,
        *,
        idempotency_key: str | None = None,
    ) -> types.TriggerDryRunResult:
        """Which of the last 100 visitors a rule would have reached, by what is known of their last
        visit; nothing is sent or kept.

        Needs the scope `triggers.read`.
        """
        return await self._call("POST", "/triggers/dry-run", body=body, key=idempotency_key or create_key())

    async def list_pages_with_own_rules(self) -> types.PagesWithOwnRules:
        """Pages whose script put other rules in the place of the account's (setRules), since this
        server started.

        Needs the scope `triggers.read`.
        """
        return await self._call("GET", "/triggers/replaced")

    async def list_triggers(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.Triggers:
        """Triggers in their order; those of the provisioning file first.

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
        """Create a trigger, behind the others.

        Needs the scope `triggers.manage`.
        """
        return await self._call("POST", "/triggers", body=body, key=idempotency_key or create_key())

    async def get_trigger(self, id: int) -> types.Trigger:
        """One trigger.

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
        """Change a trigger.

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
        """Put the triggers in order; each that the provisioning file does not manage once.

        Needs the scope `triggers.manage`.
        """
        return await self._call("PUT", "/triggers/order", body=body, key=idempotency_key or create_key())

    async def list_api_keys(
        self,
        *,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.ApiKeys:
        """API keys, without the keys themselves.

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
        """Make a key; it is shown in this answer only.

        Needs the scope `keys.manage`.
        """
        return await self._call("POST", "/api-keys", body=body, key=idempotency_key or create_key())

    async def delete_api_key(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Take a key back, at once.

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
        """Entries of the audit log, newest first.

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
        """What the entries say was done, each once.

        Needs the scope `audit.read`.
        """
        return await self._call("GET", "/audit/actions", query={"scope": scope})

    async def verify_audit(
        self,
        *,
        scope: types.AuditScope | None = None,
    ) -> types.AuditVerification:
        """Work every hash out again.

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
        """Entries of the audit log as CSV, XLSX or JSON Lines, newest first.

        Needs the scope `audit.read`.
        """
        return await self._call("GET", "/audit/export", query={"since": since, "until": until, "action": action, "operator": operator, "result": result, "q": q, "scope": scope, "format": format}, raw=True)

    async def get_instance(self) -> types.Instance:
        """Settings of the installation.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance")

    async def update_instance(
        self,
        body: types.InstancePatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Change settings of the installation.

        Needs the scope `instance.manage`.
        """
        return await self._call("PATCH", "/instance", body=body, key=idempotency_key or create_key())

    async def allow_address(
        self,
        body: types.EgressChange,
        *,
        idempotency_key: str | None = None,
    ) -> types.Instance:
        """Add or take away entries of the allow list.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/instance/egress-allow", body=body, key=idempotency_key or create_key())

    async def get_health(self) -> types.Health:
        """Version, checks, storage and backup of the installation.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/health")

    async def get_setup_progress(self) -> types.GetStarted:
        """What is done and what is missing before visitors come.

        Needs the scope `account.manage`.
        """
        return await self._call("GET", "/get-started")

    async def get_mail_server(self) -> types.MailState:
        """How mail is sent; the password is never read back.

        Needs the scope `instance.manage`.
        """
        return await self._call("GET", "/instance/mail")

    async def set_mail_server(
        self,
        body: types.NewMail,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailState:
        """Set up mail; without `password` the stored one stays, as long as server and user do.

        Needs the scope `instance.manage`.
        """
        return await self._call("PUT", "/instance/mail", body=body, key=idempotency_key or create_key())

    async def delete_mail_server(self, *, idempotency_key: str | None = None) -> None:
        """Send no mail any more; what waits is given up.

        Needs the scope `instance.manage`.
        """
        return await self._call("DELETE", "/instance/mail", key=idempotency_key or create_key())

    async def test_mail_server(
        self,
        body: types.MailTest,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailTestResult:
        """Send one mail to the asker, with these settings or those in force; says at which step it
        failed and what to do.

        Needs the scope `instance.manage`.
        """
        return await self._call("POST", "/instance/mail/test", body=body, key=idempotency_key or create_key())

    async def get_mail_preferences(self) -> types.MailPreferences:
        """Which mails I get.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/me/mail")

    async def set_mail_preferences(
        self,
        body: types.MailPreferencesPatch,
        *,
        idempotency_key: str | None = None,
    ) -> types.MailPreferences:
        """Choose which mails I get.

        Needs the scope `profile.write`.
        """
        return await self._call("PUT", "/me/mail", body=body, key=idempotency_key or create_key())

    async def list_offline_messages(
        self,
        *,
        state: Literal["new", "taken", "done"] | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> types.OfflineMessages:
        """Offline messages, newest first.

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
        """One offline message.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/offline-messages/{quote_segment(id)}")

    async def take_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Take it: it is mine to answer.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/offline-messages/{quote_segment(id)}/take", key=idempotency_key or create_key())

    async def finish_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineMessageWithDeliveries:
        """Nothing is left to do about it.

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
        """Answer by mail, which stands in the ledger; the message is done.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/offline-messages/{quote_segment(id)}/mail", body=body, key=idempotency_key or create_key())

    async def continue_offline_message(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.OfflineChat:
        """Answer in the visitor's running chat, or in a new one; the message is then done.

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
        """List the emails that became no chat, newest first.

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
        """Get an email that became no chat.

        Needs the scope `chats.read`.
        """
        return await self._call("GET", f"/ignored-emails/{quote_segment(id)}")

    async def start_chat_from_ignored_email(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.IgnoredEmailChat:
        """Start a chat from an email that became none.

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
        """Deliveries, newest first.

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
        """One delivery with every attempt.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", f"/deliveries/{quote_segment(id)}")

    async def retry_delivery(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.DeliveryWithAttempts:
        """Send a failed delivery again, with the same message id.

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
        """Send a failed message again, with the same message id.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/chats/{quote_segment(id)}/messages/{quote_segment(seq)}/retry", key=idempotency_key or create_key())

    async def get_delivery_totals(
        self,
        *,
        endpoint: int | None = None,
        kind: types.DeliveryKind | None = None,
        event: str | None = None,
    ) -> types.DeliveryTotals:
        """Figures of the last 24 hours: events, success, queue, times, answers that were not
        usable.

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
        """Send failed deliveries of an endpoint again; `dry_run=true` counts them.

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
        """Endpoints with their state, health and what waits for them.

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
        """One endpoint.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", f"/endpoints/{quote_segment(id)}")

    async def pause_endpoint(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Endpoint:
        """Hold back what is owed to an endpoint; it waits in order.

        Needs the scope `deliveries.retry`.
        """
        return await self._call("POST", f"/endpoints/{quote_segment(id)}/pause", key=idempotency_key or create_key())

    async def resume_endpoint(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.Endpoint:
        """Send again to an endpoint that was paused or switched off.

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
        """Latest requests of integrators and ours at all nodes, oldest first.

        Needs the scope `deliveries.read`.
        """
        return await self._call("GET", "/inspector", query={"after": after, "kind": kind, "owner": owner, "endpoint": endpoint, "direction": direction, "fault": fault, "limit": limit})

    async def list_samples(self) -> types.Samples:
        """The sample of every event, for test events.

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
        """Send one test event to a bot.

        Needs the scope `bots.manage`.
        """
        return await self._call("POST", f"/bots/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    async def get_bot_test(self, id: int) -> types.BotTest:
        """The latest test of a bot and what the bot posted for it.

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
        """Send one test event to a webhook and show what its reply means.

        Needs the scope `webhooks.manage`.
        """
        return await self._call("POST", f"/webhooks/{quote_segment(id)}/test", body=body, key=idempotency_key or create_key())

    async def get_push_key(self) -> types.PushKey:
        """The key that browsers bind their push subscriptions to.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/push/key")

    async def list_push_devices(self) -> types.PushDevices:
        """My devices that get notices.

        Needs the scope `profile.read`.
        """
        return await self._call("GET", "/push/subscriptions")

    async def create_push_device(
        self,
        body: types.NewPushDevice,
        *,
        idempotency_key: str | None = None,
    ) -> types.PushDevice:
        """Get notices on the device of this session; takes the place of what the session had.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", "/push/subscriptions", body=body, key=idempotency_key or create_key())

    async def delete_push_device(self, id: int, *, idempotency_key: str | None = None) -> None:
        """Send one of my devices no more notices.

        Needs the scope `chats.answer`.
        """
        return await self._call("DELETE", f"/push/subscriptions/{quote_segment(id)}", key=idempotency_key or create_key())

    async def test_push_device(
        self,
        id: int,
        *,
        idempotency_key: str | None = None,
    ) -> types.PushTest:
        """Send one of my devices a notice that says that it is a test.

        Needs the scope `chats.answer`.
        """
        return await self._call("POST", f"/push/subscriptions/{quote_segment(id)}/test", key=idempotency_key or create_key())

    async def save_self_test(
        self,
        body: types.SelfTest,
        *,
        idempotency_key: str | None = None,
    ) -> None:
        """What my self-test of alerts found.

        Needs the scope `chats.answer`.
        """
        return await self._call("PUT", "/push/self-test", body=body, key=idempotency_key or create_key())

    async def list_reachability(self) -> types.ReachabilityList:
        """By which ways each operator can be called.

        Needs the scope `operators.manage`.
        """
        return await self._call("GET", "/push/reach")
