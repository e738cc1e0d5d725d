//! The same fight on other squares: its map is drawn anew, and whoever would stand in a wall there starts where there is
//! room instead.

use serde_json::Value as Json;

use crate::draft::{Edit, EditError, Step, document, edited};

/// The text of a scenario on squares, on these rows.
pub fn redrawn(text: &str, rows: &[String]) -> Result<String, EditError> {
    let known = document(text).unwrap_or(Json::Null);
    if !known["map"].is_object() {
        return Err(EditError::new("this fight is not on squares, so that no map can be drawn for it"));
    }
    let key = |key: &str| Step::Key(key.to_owned());
    let mut edits = vec![
        Edit::Remove { path: vec![key("map")] },
        Edit::Set { path: vec![key("map"), key("rows")], value: rows.into() },
    ];
    for (list, needed) in [("party", false), ("foes", false), ("treasure", true)] {
        let all = known[list].as_array().map_or(&[][..], Vec::as_slice);
        // From the last on, so that the numbers of the others stay.
        for (nth, one) in all.iter().enumerate().rev() {
            if one["at"].is_array() && !is_floor(rows, &one["at"]) {
                let mut path = vec![key(list), Step::Nth(nth)];
                path.extend((!needed).then(|| key("at")));
                edits.push(Edit::Remove { path });
            }
        }
    }
    edited(text, &edits)
}

fn is_floor(rows: &[String], at: &Json) -> bool {
    let number = |nth: usize| at[nth].as_u64().and_then(|n| usize::try_from(n).ok());
    let cell = || rows.get(number(1)?)?.chars().nth(number(0)?);
    cell().is_some_and(|cell| ".,HM".contains(cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_would_stand_in_a_wall_starts_elsewhere() {
        let text = "system = 'ranks'\ntitle = 'Toll' # dear\n[map]\nkind = 'cave'\nseed = 3\n\
                    [[party]]\nhero = 'orla'\nat = [1, 1]\n[[foes]]\ncreature = 'adder'\nat = [0, 0]\n\
                    [[foes]]\ncreature = 'footpad'\nat = [9, 9]\n[[treasure]]\nat = [2, 0]\nitems = ['purse']\n\
                    [[treasure]]\nat = [1, 1]\nitems = ['bill']\n";
        let rows = ["###", "#.#", "#.#"].map(str::to_owned);
        let text = redrawn(text, &rows).unwrap();
        let known = document(&text).unwrap();
        assert_eq!(known["map"], serde_json::json!({ "rows": rows }));
        assert_eq!(known["party"][0]["at"], serde_json::json!([1, 1]));
        assert!(known["foes"][0]["at"].is_null() && known["foes"][1]["at"].is_null());
        assert_eq!(known["treasure"].as_array().unwrap().len(), 1);
        assert!(text.contains("# dear"));
    }

    #[test]
    fn zones_are_no_squares() {
        assert!(redrawn("system = 'delve'", &[".".to_owned()]).is_err());
    }
}
