//! The play page, built into the program, and the rules pages.

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::refusal::Failed;

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/dist"]
struct Page;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../docs/rules"]
struct Rulebook;

/// The project's own page about a system, in Markdown.
pub fn rules(system: &str) -> Option<String> {
    if !fracas_systems::System::ALL.iter().any(|known| known.name() == system) {
        return None;
    }
    let file = Rulebook::get(&format!("{system}.md"))?;
    String::from_utf8(file.data.into_owned()).ok()
}

/// Files of the page; what has no ending is a place within it.
pub async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Failed::not_found("there is no such route").into_response();
    }
    let last = path.rsplit('/').next().unwrap_or_default();
    let path = if last.contains('.') { path } else { "index.html" };
    let Some(file) = Page::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such file\n").into_response();
    };
    let etag = format!("\"{}\"", hex(&file.metadata.sha256_hash()[..12]));
    // Files under assets/ have a name that changes with what is in them.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let same = headers.get(IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == etag.as_bytes());
    let head = [(CONTENT_TYPE, kind(path).to_owned()), (CACHE_CONTROL, cache.to_owned()), (ETAG, etag)];
    if same {
        return (StatusCode::NOT_MODIFIED, head).into_response();
    }
    let body = match file.data {
        std::borrow::Cow::Borrowed(bytes) => Body::from(bytes),
        std::borrow::Cow::Owned(bytes) => Body::from(bytes),
    };
    (head, body).into_response()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "json" | "map" | "webmanifest" => "application/json",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
