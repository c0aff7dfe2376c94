//! Wire types of accounts and sessions.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::TS;

/// Account as its owner sees it.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AccountOut {
    /// Handle: unique, of Latin letters, digits, `_` and `-`.
    pub handle: String,
    /// Display name; `null` to show the handle.
    pub name: Option<String>,
    /// Time of registration.
    pub created_at: i64,
    /// Settings of the page as JSON; empty if none were saved.
    pub settings: String,
    /// True if others see the name only.
    pub is_private: bool,
    /// True if running games are in no list.
    pub is_unlisted: bool,
}

/// People who may create an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum RegistrationRule {
    /// Everybody.
    Open,
    /// Whoever has a code of the operator.
    ByCode,
    /// Nobody.
    Closed,
}

/// Account of the caller, or how to get one: `GET /api/account`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct AccountState {
    /// The account; `null` for a guest.
    pub account: Option<AccountOut>,
    /// People who may create an account.
    pub registration: RegistrationRule,
    /// True if passwords may be sent over this connection.
    pub is_private: bool,
    /// True if the connection is not encrypted, and the operator allows passwords all the same.
    pub is_plain: bool,
    /// Number of games of the guest that this browser is without an account.
    pub guest_games: u32,
}

/// Request for an account: `POST /api/account`. The games of the guest become those of the account.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct SignUpIn {
    /// Handle, 3 to 20 characters.
    pub handle: String,
    /// Display name, up to 40 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Password, 8 to 200 characters.
    pub password: String,
    /// Registration code, where one is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
}

/// New account, with its recovery code: the only time that it is shown.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct NewAccountOut {
    /// The account.
    pub account: AccountOut,
    /// Code that sets a new password.
    pub recovery_code: String,
}

/// Sign-in: `POST /api/session`.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(optional_fields)]
pub struct SignInIn {
    /// Handle.
    pub handle: String,
    /// Password.
    pub password: String,
    /// True to give the guest's games, puzzles and library of this browser to the account. Default: false.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bring: Option<bool>,
}

/// Password of the account, to confirm a step that cannot be undone.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PasswordIn {
    /// Password.
    pub password: String,
}

/// Change of the password: `PUT /api/account/password`. All other sessions end.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PasswordChange {
    /// Password until now.
    pub old: String,
    /// New password.
    pub new: String,
}

/// New password by the recovery code: `POST /api/account/recover`. All sessions end, and a new one begins.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RecoverIn {
    /// Handle.
    pub handle: String,
    /// Recovery code.
    pub code: String,
    /// New password.
    pub password: String,
}

/// Recovery code: shown once.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct CodeOut {
    /// Code that sets a new password; the previous one is no longer valid.
    pub recovery_code: String,
}

/// Session of the caller's account.
#[derive(Clone, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct SessionOut {
    /// Identifier.
    pub id: String,
    /// Time of the sign-in.
    pub created_at: i64,
    /// Last use, to the hour.
    pub used_at: i64,
    /// Browser and system.
    pub agent: String,
    /// True for the session of this request.
    pub current: bool,
}
