//! The workshop over real sockets, with a library of its own on disk: a program of its own, because the library of a
//! program is the same for all of it.

#[path = "../server/common/mod.rs"]
mod common;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::OnceLock;

use common::{config, http};
use fracas_server::{Config, Server};
use serde_json::{Value, json};

const INN: &str = "delve/scenarios/inn.toml";

/// The library of this program.
fn folder() -> PathBuf {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().unwrap()).path().to_owned();
    fracas_content::use_own_library(folder.clone());
    folder
}

async fn server() -> Server {
    folder();
    Server::start(config(None)).await.expect("a server starts")
}

async fn ask(address: SocketAddr, method: &str, path: &str, body: Value) -> (u16, Value) {
    let request = http().request(method.parse().unwrap(), format!("http://{address}/api/workshop{path}"));
    let request = if body.is_null() { request } else { request.json(&body) };
    let answer = request.send().await.unwrap();
    let (status, text) = (answer.status().as_u16(), answer.text().await.unwrap());
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

async fn start_of(address: SocketAddr, what: &str) -> String {
    let (status, new) = ask(address, "GET", &format!("/new/{what}"), Value::Null).await;
    assert_eq!(status, 200, "{new}");
    new["text"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn files_are_kept_and_never_overwritten_unseen() {
    let server = server().await;
    let address = server.address();
    let text = start_of(address, "delve/fight").await;
    let at = format!("/file?path={INN}");
    let (status, saved) = ask(address, "PUT", &at, json!({ "text": text })).await;
    assert_eq!(status, 200, "{saved}");
    assert_eq!(std::fs::read_to_string(folder().join(INN)).unwrap(), text);
    let (status, again) = ask(address, "PUT", &at, json!({ "text": "" })).await;
    assert_eq!((status, again["code"].as_str()), (409, Some("taken")));
    let (_, file) = ask(address, "GET", &at, Value::Null).await;
    assert_eq!((file["text"].as_str(), &file["version"]), (Some(text.as_str()), &saved["version"]));
    // Somebody else was there.
    std::fs::write(folder().join(INN), format!("{text}# mine\n")).unwrap();
    let (status, stale) = ask(address, "PUT", &at, json!({ "text": "", "version": saved["version"] })).await;
    assert_eq!((status, stale["code"].as_str()), (409, Some("changed")));
    let (_, file) = ask(address, "GET", &at, Value::Null).await;
    assert!(file["text"].as_str().unwrap().ends_with("# mine\n"));
    let body = json!({ "text": text, "version": file["version"] });
    let (status, saved) = ask(address, "PUT", &at, body).await;
    assert_eq!(status, 200, "{saved}");
    let (_, all) = ask(address, "GET", "", Value::Null).await;
    let ours: Vec<&Value> =
        all["files"].as_array().unwrap().iter().filter(|file| file["path"] == INN).collect();
    assert_eq!((ours.len(), ours[0]["kind"].as_str()), (1, Some("fight")));
    assert!(all["built_in"].as_array().unwrap().len() > 40);
    let to = "delve/scenarios/other.toml";
    let body = json!({ "to": to, "version": saved["version"] });
    assert_eq!(ask(address, "POST", &at, body.clone()).await.0, 200);
    assert_eq!(ask(address, "POST", &at, body).await.0, 404, "it is not there any more");
    let version = saved["version"].as_str().unwrap();
    let gone = |version: &str| format!("/file?path={to}&version={version}");
    assert_eq!(ask(address, "DELETE", &gone("0"), Value::Null).await.0, 409);
    assert_eq!(ask(address, "DELETE", &gone(version), Value::Null).await.0, 204);
    assert!(!folder().join(to).exists());
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_path_leads_out_of_the_library() {
    let server = server().await;
    let address = server.address();
    let outside = tempfile::tempdir().unwrap();
    std::fs::write(outside.path().join("x.toml"), "secret = 1").unwrap();
    for path in [
        "../x.toml",
        "delve/../../x.toml",
        "/etc/passwd",
        "delve/scenarios/../../../x.toml",
        "nowhere/x.toml",
    ] {
        let at = format!("/file?path={path}");
        assert_eq!(ask(address, "GET", &at, Value::Null).await.0, 422, "{path}");
        assert_eq!(ask(address, "PUT", &at, json!({ "text": "" })).await.0, 422, "{path}");
    }
    #[cfg(unix)]
    {
        std::fs::create_dir_all(folder().join("heed")).unwrap();
        std::os::unix::fs::symlink(outside.path(), folder().join("heed/parties")).unwrap();
        std::os::unix::fs::symlink(outside.path().join("x.toml"), folder().join("heed/x.toml")).unwrap();
        for path in ["heed/parties/x.toml", "heed/x.toml"] {
            let (status, answer) = ask(address, "GET", &format!("/file?path={path}"), Value::Null).await;
            assert_eq!((status, answer["code"].as_str()), (403, Some("outside")), "{path}");
        }
        std::fs::remove_file(folder().join("heed/x.toml")).unwrap();
        std::fs::remove_file(folder().join("heed/parties")).unwrap();
    }
    let large = json!({ "text": "#".repeat(300 << 10) });
    assert_eq!(ask(address, "PUT", "/file?path=delve/large.toml", large).await.0, 413);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_workshop_is_the_owners() {
    folder();
    let server = Server::start(Config { open: true, ..config(None) }).await.unwrap();
    // A guest: through a proxy, and so not from this machine.
    let guest = http()
        .get(format!("http://{}/api/workshop", server.address()))
        .header("x-forwarded-for", "192.0.2.7")
        .send()
        .await
        .unwrap();
    assert_eq!(guest.status(), 403);
    let strange = http()
        .put(format!("http://{}/api/workshop/file?path={INN}", server.address()))
        .header("origin", "http://elsewhere.example")
        .json(&json!({ "text": "" }))
        .send()
        .await
        .unwrap();
    assert_eq!(strange.status(), 403, "a page from elsewhere");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_edited_and_problems_name_their_field() {
    let server = server().await;
    let address = server.address();
    let text = start_of(address, "delve/fight").await;
    let edits = json!([
        { "op": "set", "path": ["foes", 0, "count"], "value": 5 },
        { "op": "set", "path": ["foes", 0, "at"], "value": "nowhere" },
    ]);
    let (status, draft) =
        ask(address, "POST", "/draft", json!({ "path": INN, "text": text, "edits": edits })).await;
    assert_eq!(status, 200, "{draft}");
    assert!(draft["text"].as_str().unwrap().starts_with("# A fight for delve."), "comments stay");
    assert_eq!(draft["document"]["foes"][0]["count"], 5);
    let problems = draft["problems"].as_array().unwrap();
    assert_eq!((problems.len(), problems[0]["field"].as_str()), (1, Some("foes[0].at")), "{problems:?}");
    assert_eq!(problems[0]["file"], INN);
    let nowhere = json!({ "path": INN, "text": text, "edits": [{ "op": "remove", "path": ["foes", 9] }] });
    assert_eq!(ask(address, "POST", "/draft", nowhere).await.0, 422);
    let (_, broken) = ask(address, "POST", "/draft", json!({ "path": INN, "text": "a = " })).await;
    assert!(broken["document"].is_null() && !broken["problems"].as_array().unwrap().is_empty(), "{broken}");
    // A part of a library that is saved is not its own rival.
    let (path, creature) = ("delve/beasts.toml", start_of(address, "delve/creature").await);
    ask(address, "PUT", &format!("/file?path={path}"), json!({ "text": creature })).await;
    let (_, draft) = ask(address, "POST", "/draft", json!({ "path": path, "text": creature })).await;
    assert_eq!(draft["problems"], json!([]));
    let (_, things) = ask(address, "GET", "/things/delve", Value::Null).await;
    let own = things.as_array().unwrap().iter().find(|thing| thing["id"] == "my-creature").unwrap();
    assert_eq!((own["yours"].as_bool(), own["file"].as_str()), (Some(true), Some(path)));
    // What the workshop saves can be played at once, and with what is in the library.
    let edits = json!([{ "op": "set", "path": ["foes", 0, "creature"], "value": "my-creature" }]);
    let (_, draft) =
        ask(address, "POST", "/draft", json!({ "path": INN, "text": text, "edits": edits })).await;
    assert_eq!(draft["problems"], json!([]));
    common::open(address, json!({ "toml": draft["text"] })).await;
    std::fs::remove_file(folder().join(path)).unwrap();
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_say_what_loaders_ask() {
    let server = server().await;
    let (status, forms) = ask(server.address(), "GET", "/forms/delve", Value::Null).await;
    assert_eq!(status, 200);
    let tables = forms["files"]["fight"].as_array().unwrap();
    let foes = tables.iter().find(|table| table["path"] == "foes").unwrap();
    let field =
        |key: &str| foes["fields"].as_array().unwrap().iter().find(|field| field["key"] == key).unwrap();
    assert_eq!(field("at")["forms"][0], json!({ "is": "reference", "to": "zone" }));
    assert_eq!(
        (field("count")["left_out"].as_str(), field("count")["needed"].as_str()),
        (Some("1"), Some("never"))
    );
    assert!(!field("count")["meaning"].as_str().unwrap().is_empty());
    assert_eq!(ask(server.address(), "GET", "/forms/nowhere", Value::Null).await.0, 404);
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn drafts_are_tried_out_balanced_and_previewed() {
    let server = server().await;
    let address = server.address();
    let text = start_of(address, "delve/fight").await;
    let of = |edits: Value| json!({ "draft": { "path": INN, "text": text, "edits": edits }, "millis": 60 });
    let (status, even) = ask(address, "POST", "/trial", of(json!([]))).await;
    assert_eq!(status, 200, "{even}");
    assert!(even["fights"].as_u64().unwrap() >= 1 && even["rounds"].as_f64().unwrap() > 0.0);
    let many = json!([{ "op": "set", "path": ["foes", 0, "count"], "value": 20 }]);
    let (_, hard) = ask(address, "POST", "/trial", of(many)).await;
    let share = |trial: &Value| trial["heroes"]["share"].as_f64().unwrap();
    assert!(share(&hard) < share(&even), "{hard} {even}");
    let falls = hard["falls"].as_array().unwrap();
    assert!(falls.iter().any(|fall| fall["id"] == "brakk" && fall["hero"] == true), "{falls:?}");
    let (status, found) =
        ask(address, "POST", "/balance", json!({ "trial": of(json!([])), "wanted": 0.5 })).await;
    assert_eq!(status, 200, "{found}");
    assert!(
        found["path"].as_str().unwrap().ends_with(".count")
            && found["text"].as_str().unwrap().contains("count")
    );
    let (status, _) = ask(address, "POST", "/balance", json!({ "trial": of(json!([])), "wanted": 7 })).await;
    assert_eq!(status, 422);
    let (status, deeds) =
        ask(address, "POST", "/deeds", json!({ "trial": of(json!([])), "who": "goblin" })).await;
    assert_eq!(status, 200, "{deeds}");
    assert!(
        deeds["deeds"].as_array().unwrap().iter().any(|deed| deed["harm"].as_f64() > Some(0.0)),
        "{deeds}"
    );
    // A creature that is being written fights beside the others.
    let creature = start_of(address, "delve/creature").await;
    let mut alone = of(
        json!([{ "op": "set", "path": ["foes"], "value": [{ "creature": "my-creature", "at": "mill" }] }]),
    );
    assert_eq!(ask(address, "POST", "/trial", alone.clone()).await.0, 422, "nobody knows it");
    alone["beside"] = json!({ "path": "delve/new.toml", "text": creature });
    let (status, trial) = ask(address, "POST", "/trial", alone).await;
    assert_eq!(status, 200, "{trial}");
    assert_eq!(deeds["facts"][0]["name"], "hit points", "{deeds}");
    // Another party takes the places of the fight's own, with heroes of its own.
    let mut sent = of(json!([]));
    sent["party"] = json!(
        "system = 'delve'\nkind = 'party'\ntitle = 'Two'\n[[hero]]\nid = 'osk'\nname = 'Osk'\nlike = 'brakk'\n\
         [[party]]\nhero = 'osk'\nlevel = 2\n[[party]]\nhero = 'oda'\n[[party]]\nhero = 'pell'\ndead = true\n"
    );
    let (status, trial) = ask(address, "POST", "/trial", sent).await;
    assert_eq!(status, 200, "{trial}");
    let heroes = trial["falls"].as_array().unwrap().iter().filter(|fall| fall["hero"] == true);
    let mut ids: Vec<&str> = heroes.filter_map(|fall| fall["id"].as_str()).collect();
    ids.sort_unstable();
    assert_eq!(ids, ["oda", "osk"], "{trial}");
    // Where parties come to grief in an adventure.
    let adventure = start_of(address, "delve/adventure").await;
    let edits = json!([{ "op": "set", "path": ["encounter", 0, "foes", 0, "count"], "value": 12 }]);
    let of = json!({ "draft": { "path": "delve/adventures/a.toml", "text": adventure, "edits": edits }, "millis": 60 });
    let (status, trial) = ask(address, "POST", "/trial", of).await;
    assert_eq!(status, 200, "{trial}");
    let worst = trial["zones"]
        .as_array()
        .unwrap()
        .iter()
        .max_by(|a, b| a["falls"].as_f64().partial_cmp(&b["falls"].as_f64()).unwrap());
    assert_eq!(worst.unwrap()["zone"], 1, "the barn: {trial}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn warnings_reach_the_workshop() {
    let server = server().await;
    let address = server.address();
    let text = start_of(address, "delve/fight").await;
    let draft = |edits: Value| json!({ "path": INN, "text": text, "edits": edits });
    let (_, fine) = ask(address, "POST", "/draft", draft(json!([]))).await;
    assert_eq!((&fine["problems"], &fine["warnings"]), (&json!([]), &json!([])));
    let edits = json!([{ "op": "set", "path": ["zone", 1, "at"], "value": [0, 0] },
        { "op": "set", "path": ["zone", 0, "at"], "value": [0, 0] }]);
    let (_, odd) = ask(address, "POST", "/draft", draft(edits)).await;
    assert_eq!(odd["problems"], json!([]));
    assert_eq!(odd["warnings"][0]["field"], "zone[1].at", "{odd}");
    assert_eq!(odd["warnings"][0]["file"], INN);
    // So do those that only playing finds.
    let many = json!([{ "op": "set", "path": ["foes", 0, "count"], "value": 24 }]);
    let (_, trial) = ask(address, "POST", "/trial", json!({ "draft": draft(many), "millis": 4_000 })).await;
    if trial["fights"].as_u64().unwrap() >= 100 {
        assert!(trial["warnings"][0].as_str().unwrap().contains("the heroes won none of"), "{trial}");
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn heroes_level_up_by_the_rules() {
    let server = server().await;
    let address = server.address();
    for system in ["ardor", "delve", "heed", "ranks", "twelves"] {
        let text = start_of(address, &format!("{system}/hero")).await;
        let draft = json!({ "path": format!("{system}/mine.toml"), "text": text });
        let (status, steps) =
            ask(address, "POST", "/growth", json!({ "draft": draft, "list": "hero", "number": 0 })).await;
        assert_eq!(status, 200, "{steps}");
        let step = &steps[0];
        assert!(step["name"].as_str().is_some_and(|name| !name.is_empty()), "{system}: {steps}");
        let mut grown = draft.clone();
        grown["edits"] = step["edits"].clone();
        let (_, grown) = ask(address, "POST", "/draft", grown).await;
        assert_eq!(grown["problems"], json!([]), "{system}");
        assert_ne!(grown["text"], draft["text"], "{system}");
    }
    server.stop().await;
}
