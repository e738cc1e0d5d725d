//! From content files to a checked scenario.

use fracas_content::{Bundle, Names, Problems, Reader, zones};
use fracas_kernel::Side;

use crate::data::{Placed, Sheet, Template};
use crate::state::{MAX_COMBATANTS, MAX_ZONES};

impl Template {
    pub fn load(bundle: &Bundle) -> Result<Template, Problems> {
        bundle.read(|tops| {
            let (mut sheets, mut names) = (Vec::new(), Names::new("hero or creature"));
            for mut table in tops.iter_mut().flat_map(|top| top.tables("creature")).collect::<Vec<_>>() {
                sheets.push(sheet(&mut table, &mut names));
                table.finish();
            }
            scenario(tops.last_mut()?, sheets, &names)
        })
    }
}

fn sheet(table: &mut Reader<'_>, names: &mut Names) -> Sheet {
    Sheet {
        id: table.name("id", names),
        name: table.string("name"),
        health: table.integer("health", 1..=99),
        skill: table.integer("skill", -9..=19),
    }
}

fn scenario(top: &mut Reader<'_>, sheets: Vec<Sheet>, names: &Names) -> Option<Template> {
    top.string("system");
    top.optional_string("about");
    let title = top.string("title");
    let (zones, zone_names) = zones(top, MAX_ZONES)?;
    let mut placed = Vec::new();
    for (key, side) in [("party", Side::Heroes), ("foes", Side::Monsters)] {
        for mut table in top.need_tables(key) {
            let who = table.reference("creature", names);
            let at = table.reference("at", &zone_names);
            let count = table.optional_integer("count", 1..=MAX_COMBATANTS).unwrap_or(1);
            table.finish();
            if let (Some(sheet), Some(zone)) = (who, at) {
                let one = Placed { sheet: sheet as u8, side, zone: zone as u8 };
                placed.extend(std::iter::repeat_n(one, count));
            }
        }
    }
    if placed.len() > MAX_COMBATANTS {
        top.problem_at("foes", "too many combatants", format_args!("a fight holds {MAX_COMBATANTS}"));
        return None;
    }
    Some(Template { title, zones, sheets, placed })
}
