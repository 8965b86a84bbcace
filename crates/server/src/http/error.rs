//! Refusals: a status, a word for programs and a sentence for people. Causes of our own are logged, never sent.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use skep_wire::Code;
use skep_wire::error::{ErrorBody, ErrorDetail};

use crate::app::accounts::AccountError;
use crate::app::sessions::TokenError;
use crate::domain::time::Ms;
use crate::metrics;
use crate::site::TooOften;
use crate::store::StoreError;

/// What a handler answers when it does not do what was asked.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: Code,
    message: String,
    wait: Option<Ms>,
}

impl ApiError {
    pub fn new(status: StatusCode, code: Code, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), wait: None }
    }

    pub fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, Code::BadRequest, message)
    }

    pub fn unauthorized() -> ApiError {
        ApiError::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, "sign in first")
    }

    pub fn forbidden(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, Code::Forbidden, message)
    }

    pub fn not_found() -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, Code::NotFound, "there is no such thing")
    }

    pub fn limited(wait: Ms) -> ApiError {
        let mut error = ApiError::new(StatusCode::TOO_MANY_REQUESTS, Code::Rate, "too often; wait a little");
        error.wait = Some(wait);
        error
    }

    fn unavailable() -> ApiError {
        let message = "this cannot be saved or read at the moment; try again";
        let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, message);
        error.wait = Some(Ms::seconds(2));
        error
    }

    fn internal() -> ApiError {
        ApiError::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Code::Unavailable,
            "something went wrong on our side",
        )
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let Ok(serde_json::Value::String(code)) = serde_json::to_value(self.code) {
            metrics::ERRORS.add(&code, 1);
        }
        let detail = ErrorDetail { code: self.code, message: self.message };
        let mut response = (self.status, Json(ErrorBody { error: detail })).into_response();
        if let Some(wait) = self.wait {
            let seconds = (wait.0.max(0) + 999) / 1000;
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds.max(1)));
        }
        response
    }
}

impl From<TooOften> for ApiError {
    fn from(error: TooOften) -> ApiError {
        ApiError::limited(error.wait)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        tracing::error!(%error, "the store failed");
        if error.may_retry() { ApiError::unavailable() } else { ApiError::internal() }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> ApiError {
        let message = error.to_string();
        match error {
            AccountError::Name(_)
            | AccountError::Password(_)
            | AccountError::Email(_)
            | AccountError::TooLong { .. }
            | AccountError::Country
            | AccountError::BadLink => ApiError::bad_request(message),
            AccountError::NameTaken => ApiError::new(StatusCode::CONFLICT, Code::Conflict, message),
            AccountError::Credentials => ApiError::new(StatusCode::UNAUTHORIZED, Code::Unauthorized, message),
            AccountError::Banned | AccountError::GuestsCannot => ApiError::forbidden(message),
            AccountError::Limited { wait } => ApiError::limited(wait),
            AccountError::Busy(_) => {
                let mut error = ApiError::new(StatusCode::SERVICE_UNAVAILABLE, Code::Unavailable, message);
                error.wait = Some(Ms::seconds(2));
                error
            }
            AccountError::Store(error) => error.into(),
        }
    }
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> ApiError {
        match error {
            TokenError::Store(error) => error.into(),
            other => ApiError::bad_request(other.to_string()),
        }
    }
}
