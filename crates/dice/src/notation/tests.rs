use proptest::prelude::*;

use super::*;
use crate::dist::tests::any_roll;
use crate::{FaceSet, Reroll, Tricks};

fn normal(text: &str) -> String {
    Expr::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).to_string()
}

fn words(text: &str) -> String {
    Expr::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).words()
}

fn wrong(text: &str) -> (Range, String) {
    let error = Expr::parse(text).expect_err(text);
    (error.span(), error.what().to_owned())
}

type Range = std::ops::Range<usize>;

#[test]
fn what_people_write() {
    let same: &[(&str, &[&str])] = &[
        ("d20", &["1d20", "D20", "w20", " d 20 ", "(d20)", "((1d20))", "+d20", "--d20", "d20+0"]),
        ("2d6+3", &["2D6 + 3", "3+2d6", "2w6+3", "2d6+1+2", "2d6 - −3", "(2d6)+3", "2d6+5-2"]),
        ("d100", &["d%", "1d100", "w%"]),
        (
            "4d6kh3",
            &[
                "4d6k3",
                "4d6h3",
                "4d6dl1",
                "4d6dl",
                "4d6 drop lowest",
                "4d6 drop lowest 1",
                "4d6 keep highest 3",
            ],
        ),
        ("4d6kh3", &["best 3 of 4d6", "highest 3 of 4d6", "4d6 keep 3", "4d6 highest 3"]),
        ("4d6kl1", &["4d6l1", "4d6kl", "4d6dh3", "worst of 4d6", "lowest 1 of 4d6", "4d6 keep lowest"]),
        (
            "6d12!>=8",
            &["6d12!>7", "6d12x>=8", "6d12e≥8", "6d12>=8!", "6d12!t8", "6d12xtn8", "6 exploding d12 t8"],
        ),
        ("6d12!!>=8", &["6d12>7!!", "6 compounding d12 >= 8"]),
        ("4d10!kh1", &["best of 4d10!", "4d10!!kh", "4d10kh1!", "4 exploding d10 k1"]),
        (
            "adv d20+5",
            &["adv d20+5", "d20 adv + 5", "d20+5 adv", "advantage d20 + 5", "d20 with advantage + 5"],
        ),
        ("dis d20-1", &["d20 dis - 1", "disadvantage d20-1", "d20 - 1 with disadvantage"]),
        ("d20", &["adv d20 dis"]),
        ("8d6/2", &["8d6 ÷ 2", "(8d6)/2", "8d6/(4-2)"]),
        ("8d6/2+1", &["8d6 ÷ 2 + 1"]),
        ("2d6r=1", &["2d6r1", "2d6 reroll 1", "2d6r=1"]),
        ("2d6ro<=2", &["2d6ro<3", "2d6ro<=2", "2d6ro≤2"]),
        ("d8r>=5", &["d8r>4"]),
        ("7", &["2+5", "10-3", "14/2", "7*1", "-(-7)"]),
        ("15/2", &["15 / 2"]),
        ("0d1+7", &["7+0d1"]),
        ("-8", &["-16/2", "-8"]),
        ("d20[to hit]+5", &["d20 [ to hit ] + 5"]),
        ("(d20+5)[to hit]", &["[to hit] d20+5", "(d20+5)[to hit]"]),
        ("adv d20[to hit]", &["d20[to hit] adv", "adv d20 [to hit]"]),
        ("2*(d6+1)", &["2×(d6+1)", "2·(1d6+1)"]),
        ("(d6+1)/2", &["(d6+1)/2"]),
        ("d4+(2d6+3)", &["d4+(2d6+3)"]),
        ("d4+2d6+3", &["d4+2d6+3"]),
        ("-(8d6/2)", &["-(8d6/2)"]),
        ("-8d6/2", &["-8d6/2"]),
        ("5+-d6", &["5 + -d6"]),
    ];
    for (expected, spellings) in same {
        for text in *spellings {
            assert_eq!(normal(text), *expected, "{text}");
        }
        assert_eq!(normal(expected), *expected);
    }
}

#[test]
fn readings() {
    let readings = [
        ("2d6", "2d6"),
        ("d20+5", "d20 plus 5"),
        ("6d12!>=8", "how many of 6 exploding d12 show 8 or more"),
        ("6d12!!>=8", "how many of 6 compounding d12 come to 8 or more"),
        ("5d6>=5-1", "how many of 5d6 show 5 or more, minus 1"),
        ("d6>=5", "1 if a d6 shows 5 or more, else 0"),
        ("d6!>=5", "how often an exploding d6 shows 5 or more"),
        ("4d6kh3", "the highest 3 of 4d6 added up"),
        ("2d20kh1", "the higher of 2d20"),
        ("4d10!kh1", "the highest of 4 exploding d10"),
        ("adv d20+5", "d20 with advantage, plus 5"),
        ("dis 4d6kh3", "the highest 3 of 4d6 added up, with disadvantage"),
        ("8d6/2+1", "half of 8d6 plus 1, rounded down"),
        ("3d6!", "3 exploding d6 added up"),
        ("2d6ro<3", "2d6, each die that shows 2 or less rerolled once"),
        ("d6r1", "d6, each die that shows 1 rerolled until it shows something else"),
        ("2d6+3+d4", "2d6 plus 3 plus d4"),
        ("2*(d6+1)", "2 times (d6 plus 1)"),
        ("(d6+1)/2", "half of (d6 plus 1), rounded down"),
        ("(d6+1)/3", "(d6 plus 1) divided by 3, rounded down"),
        ("4dF", "4 fudge dice"),
        ("{2d6,d12}kh1", "the highest of these: 2d6; d12"),
        ("d20+5>=15", "1 if d20 plus 5 comes to 15 or more, else 0"),
        ("5d10>=8f1", "how many of 5d10 show 8 or more, less those that show exactly 1"),
        ("6x4d6kh3", "rolled 6 times: the highest 3 of 4d6 added up"),
        ("6*4d6kh3", "6 times the highest 3 of 4d6 added up"),
        ("(d6/2)*2", "(half of d6) times 2, rounded down"),
        ("{2d6,d12}kh1+3", "(the highest of these: 2d6; d12) plus 3"),
        ("d6/2>2", "1 if half of d6 comes to more than 2, else 0"),
        ("d6=6", "1 if d6 shows exactly 6, else 0"),
        ("floor(d6/2)+1", "((half of d6) rounded down) plus 1"),
        ("3d6even", "how many of 3d6 show 2, 4 or 6"),
        ("(d4)d6", "as many d6 as d4 comes to"),
        ("3d6!(>=5)", "3d6, each die that shows 5 or more rolled again and added to the same die"),
        ("2d6[fire]+d4[cold]", "2d6 (fire) plus d4 (cold)"),
        ("[to hit] d20+5", "(d20 plus 5) (to hit)"),
        ("-d6", "minus d6"),
        ("-3", "minus 3"),
    ];
    for (text, reading) in readings {
        assert_eq!(words(text), reading, "{text}");
    }
}

#[test]
fn mistakes_have_a_place() {
    let mistakes: &[(&str, Range, &str)] = &[
        ("", 0..0, "something is missing at the end"),
        ("2d6+", 4..4, "something is missing at the end"),
        ("2d6 7", 4..5, "something is missing before this"),
        ("2d6)", 3..4, "this ) closes nothing"),
        ("(2d6", 0..1, "this bracket is not closed"),
        ("()", 1..2, "nothing stands before this )"),
        ("4d6d1", 3..5, "does this drop"),
        ("4d6 drop 1", 4..10, "does this drop"),
        ("4d", 2..2, "how many sides"),
        ("4d0", 0..3, "a die needs at least one side"),
        ("d1001", 0..5, "a die has at most 1000 sides"),
        ("256d6", 0..3, "256 dice are too many"),
        ("99999999999d6", 0..11, "this number is too large"),
        ("2d6kh3", 0..6, "cannot keep 3 of 2 dice"),
        ("2d6dl3", 3..6, "cannot drop 3 of 2 dice"),
        ("2d6kh999", 3..8, "999 dice are too many"),
        ("d1!", 0..3, "this die would be rolled again for ever"),
        ("d6r<7", 0..5, "this die would be rolled again for ever"),
        ("2d6kh1kl1", 6..9, "the pool already says"),
        ("2d6!x", 4..5, "the pool already says"),
        ("2d6x2", 3..4, "this x could mean"),
        ("6d12>=", 4..6, "which number"),
        ("2d6r", 3..4, "which faces"),
        ("d20/0", 0..5, "this can divide by 0"),
        ("1/(d6-3)", 0..8, "this can divide by 0"),
        ("1/0", 0..3, "this can divide by 0"),
        ("1000000*1000000", 0..15, "the result could be too far from 0"),
        ("adv 5", 0..5, "advantage belongs to one pool"),
        ("2d6*2 adv", 0..9, "advantage belongs to one pool"),
        ("fireball", 0..8, "“fireball” means nothing here"),
        ("2d6 & 3", 4..5, "“&” means nothing here"),
        ("2d6[", 3..4, "this label has no end"),
        ("2d6[ ]", 3..6, "this is not a label"),
        ("best 3 4d6", 7..8, "“of” and the dice should follow"),
        ("*2", 0..1, "dice or a number should stand here"),
    ];
    for (text, span, what) in mistakes {
        let (found, says) = wrong(text);
        assert!(says.starts_with(what), "{text}: {says}");
        assert_eq!(found, *span, "{text}: {says}");
    }
}

#[test]
fn a_mistake_is_shown_under_its_place() {
    let error = Expr::parse("2×d6 + 4d6d1").unwrap_err().to_string();
    let expected = "does this drop the lowest dice, the highest, or add other dice?
  2×d6 + 4d6d1
            ^^
  write dl1 to drop the lowest, dh1 to drop the highest, or + between two pools";
    assert_eq!(error, expected);
    // Only the line that matters, and not more of it than fits.
    let long = format!("{}\n+ oops", "1+".repeat(60));
    assert!(Expr::parse(&long).unwrap_err().to_string().contains("\n  + oops\n    ^^^^\n"));
    let long = format!("{}oops", " ".repeat(300));
    assert!(Expr::parse(&long).unwrap_err().to_string().lines().all(|line| line.len() < 80));
}

#[test]
fn limits_hold() {
    assert!(Expr::parse(&"1+".repeat(100_000)).is_err());
    assert!(Expr::parse(&"(".repeat(4000)).is_err());
    assert!(Expr::parse(&"-".repeat(4000)).is_err());
    assert!(Expr::parse(&format!("{}d6", "-".repeat(4001))).is_ok());
    assert!(Expr::parse(&format!("{}d6", "adv ".repeat(1000))).is_ok());
    let deep = format!("{}d6{}", "(".repeat(32), ")".repeat(32));
    assert_eq!(normal(&deep), "d6");
    let many = vec!["d6"; 40].join("+");
    assert_eq!(normal(&many), many);
    // Found by the fuzzer: each part must be put into words once.
    assert_eq!(words(&many).matches("plus").count(), 39);
    assert_eq!(Expr::parse("255d1000kh100").unwrap().dist(), Err(NoDist::TooMuchWork));
    assert!(Expr::parse("d1000*d1000*d1000").unwrap().dist().is_err());
    assert!(Expr::parse(&vec!["50d1000"; 40].join("+")).unwrap().dist().is_err());
}

#[test]
fn one_pool_is_a_roll() {
    let roll = |text: &str| Expr::parse(text).unwrap().as_roll();
    assert_eq!(roll("2d6+3"), Some(Roll::pool(2, 6).plus(3)));
    assert_eq!(roll("5"), Some(Roll::constant(5)));
    assert_eq!(roll("8d6[fire]/2 + 1"), Some(Roll::pool(8, 6).halved().plus(1)));
    assert_eq!(roll("d20[to hit]+5[strength]+2"), Some(Roll::d(20).plus(7)));
    assert_eq!(roll("6d12!>=8"), Some(Roll::exploding_hits(6, 12, 8)));
    assert_eq!(roll("4d10!kh1"), Some(Roll::best_exploding(4, 10)));
    assert_eq!(roll("d6+d8"), None);
    assert_eq!(roll("-d6"), None);
    assert_eq!(roll("40000"), None);
    assert!("d6+d8".parse::<Roll>().unwrap_err().what().contains("more than one pool"));
    for one in ["2d6min2", "4dF", "d6!p", "3d6<=2", "-d6"] {
        let error = one.parse::<Roll>().unwrap_err();
        assert!(error.what().contains("odds and /roll know this"), "{one}: {error}");
    }
    // What does not fit beside the dice stays beside them.
    assert_eq!(normal("2d6+32767+1"), "2d6+32767+1");
}

#[test]
fn semantics_of_explosions() {
    let tricks = |text: &str| text.parse::<Roll>().unwrap().tricks();
    assert_eq!(tricks("6d12!>=8").explode, Explode::Again);
    assert_eq!(tricks("6d12!!>=8").explode, Explode::Add);
    assert_eq!(tricks("6d12!").explode, Explode::Add);
    assert_eq!(tricks("6d12!!").explode, Explode::Add);
    let reroll = Some(Reroll { faces: FaceSet::AtMost(2), once: true });
    assert_eq!(tricks("2d6ro<3"), Tricks { reroll, ..Tricks::default() });
}

#[test]
fn distributions_of_expressions() {
    let dist = |text: &str| Expr::parse(text).unwrap().dist().unwrap();
    assert_eq!((dist("2d6+d4-1").min(), dist("2d6+d4-1").max()), (2, 15));
    assert!((dist("2*d6+1").mean() - 8.0).abs() < 1e-12);
    assert_eq!(dist("2*d6+1").probability(4), 0.0);
    assert!((dist("-d6/2").probability(-1) - 2.0 / 6.0).abs() < 1e-12);
    // Fractions are kept until the end.
    assert!((dist("d6/2+d6/2").mean() - 6.75 / 2.0 - 0.125).abs() < 0.51);
    assert_eq!(dist("15/2*2"), Dist::constant(15));
    assert!((dist("d6/2+d6/2").probability(1) - 3.0 / 36.0).abs() < 1e-12);
    assert!((dist("12/d4").mean() - (12.0 + 6.0 + 4.0 + 3.0) / 4.0).abs() < 1e-12);
}

#[test]
fn ends_of_expressions() {
    let ends = |text: &str| {
        let expr = Expr::parse(text).unwrap();
        (expr.bounds(), expr.open_ends())
    };
    assert_eq!(ends("2d6+3"), ((5, 15), (false, false)));
    assert_eq!(ends("d6r1*-2"), ((-12, -4), (false, false)));
    assert_eq!(ends("3d6r>=5"), ((3, 12), (false, false)));
    assert_eq!(ends("3d6t7"), ((0, 0), (false, false)));
    assert_eq!(ends("3d6>=1+1"), ((4, 4), (false, false)));
    assert_eq!(ends("3d6!!>=7"), ((0, 3), (false, false)));
    assert_eq!(ends("3d6r=6!kh2"), ((2, 10), (false, false)));
    assert_eq!(ends("d6!").1, (false, true));
    assert_eq!(ends("3d6!>=5").1, (false, true));
    assert_eq!(ends("2-3d6!").1, (true, false));
    assert_eq!(ends("d6!-d6!").1, (true, true));
    assert_eq!(ends("20/d6!").1, (false, false));
}

#[test]
fn as_data() {
    let roll: Roll = serde_json::from_str("\"6d12!>=8\"").unwrap();
    assert_eq!(roll, Roll::exploding_hits(6, 12, 8));
    assert_eq!(serde_json::to_string(&roll).unwrap(), "\"6d12!>=8\"");
    assert_eq!(serde_json::from_str::<Roll>("4").unwrap(), Roll::constant(4));
    assert_eq!(serde_json::from_str::<Roll>("-4").unwrap(), Roll::constant(-4));
    assert!(serde_json::from_str::<Roll>("40000").is_err());
    assert!(serde_json::from_str::<Roll>("4.5").unwrap_err().to_string().contains("dice such as"));
    assert!(serde_json::from_str::<Roll>("\"d6+d8\"").unwrap_err().to_string().contains("one pool"));
    assert!(serde_json::from_str::<Roll>("\"4d6d1\"").unwrap_err().to_string().contains("dl1"));
    let expr: Expr = serde_json::from_str("\"d6 + d8\"").unwrap();
    assert_eq!(serde_json::to_string(&expr).unwrap(), "\"d6+d8\"");
}

/// Text that has a fair chance to mean something.
fn dicey() -> impl Strategy<Value = String> {
    let parts = [
        "d", "2d6", "d20", "4d10", "kh", "kl1", "dl1", "!", "!!", ">=", ">", "<", "r1", "ro<3", "adv ",
        "dis ", "+", "-", "*", "/", "/2", "(", ")", "[x]", "[to hit]", "1", "3", "70000", "%", "x", "t8",
        "best ", " of ", "with ", " ", "0", "keep ", "drop ", "lowest ", "×", "é", "{", "}", ",", "dF",
        "min2", "max3", "f1", "!p", "=", "<=", "cs", "6x", "@a=", ";", "@a", "# ", "5", "floor(", "ceil(",
        "abs(", "max(", "%", "**", ".5", "<>", "!o", "!n", "odd", "ra6", "d{1,3}", "=1|3", "==", "!=",
        "(d4)d6", "#", "[[", "]]",
    ];
    prop::collection::vec(prop::sample::select(parts.to_vec()), 0..14).prop_map(|parts| parts.concat())
}

/// Each was once printed as something that reads differently.
#[test]
fn signs_with_two_meanings_read_back() {
    for text in ["d{1,3}!n", "1=d{1,3}!o", "2d6r1r1", "5=2d6*2d6!", "1>(d4)d6", "2d6f1odd!", "2d6odd!p"] {
        let expr = Expr::parse(text).unwrap();
        let printed = expr.to_string();
        assert_eq!(Expr::parse(&printed), Ok(expr), "{text} is printed as {printed}");
    }
}

/// Trees that the parser could have built.
fn any_node() -> impl Strategy<Value = Node> {
    let leaf = prop_oneof![
        (-3000..3000i32).prop_map(Node::Number),
        any_roll().prop_map(|roll| roll.map_or(Node::Number(1), Node::roll)),
    ];
    leaf.prop_recursive(4, 24, 2, |inner| {
        prop_oneof![
            (inner.clone(), inner.clone(), 0..4usize).prop_map(|(left, right, op)| {
                let op = [Op::Add, Op::Sub, Op::Mul, Op::Div][op];
                Node::two(op, left, right).unwrap_or(Node::Number(2))
            }),
            inner.clone().prop_map(Node::minus),
            (inner, "[a-zß][a-z ]{0,8}[a-z]").prop_map(|(node, label)| Node::Label(Box::new(node), label)),
        ]
    })
}

/// A pool with two or three things said of it, which may not go together.
fn modified() -> impl Strategy<Value = String> {
    let what = proptest::sample::select(vec![
        "!",
        "!!",
        "!p",
        "!n",
        "!o",
        "!5",
        "!>4",
        "!<3",
        "!>=5",
        "!(>=5)",
        "kh1",
        "kl2",
        "k3",
        "d1",
        "dl1",
        "dh9",
        ">4",
        "<3",
        ">=8",
        "f1",
        "f<=2",
        "cs>4",
        "cf1",
        "r1",
        "r<3",
        "ro1",
        "min2",
        "max5",
        "odd",
        "keep(=3)",
        "drop(<=2)",
        "p<3",
        "+d8",
        "+5>=15",
        ">=",
        "f",
        "min",
        "#",
        "x",
        "[a]",
        "adv",
        "*0",
        "/0",
        "=1|3",
        "t",
        "e6",
        "ra6",
    ]);
    let dice = proptest::sample::select(vec![
        "3d6", "10d10", "d20", "4dF", "{d6,d8}", "(d4)d6", "300d6", "d%", "2x6", "d0", "0d6",
    ]);
    (dice, proptest::collection::vec(what, 0..4)).prop_map(|(dice, what)| format!("{dice}{}", what.concat()))
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let _ = Expr::parse(&text).map_err(|e| e.to_string());
    }

    #[test]
    fn what_was_read_reads_back(text in dicey()) {
        match Expr::parse(&text) {
            Ok(expr) => {
                let printed = expr.to_string();
                prop_assert_eq!(Expr::parse(&printed).map_err(|e| e.to_string()), Ok(expr.clone()), "{}", printed);
                prop_assert!(!expr.words().is_empty());
            }
            Err(error) => {
                prop_assert!(text.get(error.span()).is_some(), "{}: {:?}", text, error);
                prop_assert!(!error.to_string().is_empty() && !error.advice().is_empty());
            }
        }
    }

    #[test]
    fn what_is_offered_can_be_read(text in modified()) {
        let told: Vec<String> = match Expr::read(&text, Dialect::Fracas) {
            Ok((_, notes)) => notes,
            Err(error) => vec![error.advice().to_owned()],
        };
        for words in &told {
            for other in offered(words) {
                prop_assert!(can_be_read(&other), "{text}: {other:?} of {words:?}");
                // Whoever follows it still rolls dice that explode.
                let whole = Expr::parse(&other).is_ok_and(|expr| expr.as_roll().is_none());
                prop_assert!(!whole || !text.contains('!') || words.contains('!') || words.contains('('), "{text}: {words}");
            }
        }
    }

    #[test]
    fn any_expression_reads_back(node in any_node()) {
        let expr = Expr { node, times: 1 };
        let printed = expr.to_string();
        prop_assert_eq!(Expr::parse(&printed).map_err(|e| e.to_string()), Ok(expr), "{}", printed);
    }

    #[test]
    fn any_roll_reads_back(roll in any_roll()) {
        if let Some(roll) = roll {
            prop_assert_eq!(roll.to_string().parse::<Roll>().map_err(|e| e.to_string()), Ok(roll), "{}", roll);
        }
    }

    /// Rolling an expression gives only what its distribution knows, within its bounds.
    #[test]
    fn results_fit(node in any_node(), seed: u64) {
        let expr = Expr { node, times: 1 };
        let (low, high) = expr.bounds();
        let mut dice = crate::Seeded::new(seed);
        let values: Vec<i32> = (0..20).map(|_| expr.evaluate(Why::table("any"), &mut dice)).collect();
        prop_assert!(values.iter().all(|value| (low..=high).contains(value)), "{}", expr);
        let far = i64::from(high) - i64::from(low);
        if far < 20_000 && let Ok(dist) = expr.dist() {
            let sum: f64 = dist.iter().map(|(_, p)| p).sum();
            prop_assert!((sum - 1.0).abs() < 1e-9, "{}: {}", expr, sum);
            prop_assert!(values.iter().all(|value| dist.probability(*value) > 0.0), "{}", expr);
            prop_assert!(low <= dist.min() && dist.max() <= high, "{}", expr);
        }
    }
}

fn dist(text: &str) -> Dist {
    Expr::parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).dist().unwrap()
}

fn elsewhere(text: &str, dialect: Dialect) -> String {
    Expr::read(text, dialect).unwrap_or_else(|e| panic!("{text}: {e}")).0.to_string()
}

/// Failures are taken off what is counted, and dice still explode on their highest face.
#[test]
fn failures_of_exploding_dice() {
    assert_eq!(Expr::parse("10d10!>=8f1"), Expr::parse("10d10!(>=10)>=8f1"));
    assert_eq!(Expr::parse("5d10!>7f1"), Expr::parse("5d10!>=8f1"));
    let (_, says) = wrong("5d10!(>=8)f1");
    assert!(says.starts_with("failures are taken off"), "{says}");
}

/// Who brings a word from elsewhere is told how the same is written here, and that can be read.
#[test]
fn words_from_elsewhere_have_another_spelling() {
    for text in ["d20ms12", "sum(2d6,3)", "count(6d6, 6)", "repeat(d6, 3)", "6d6>=5 + 6d6df1"] {
        let error = Expr::parse(text).unwrap_err();
        let other = offered(error.advice());
        assert!(error.what().ends_with("means nothing here") && !other.is_empty(), "{text}: {error}");
        assert!(other.iter().all(|other| can_be_read(other)), "{text}: {error}");
    }
    assert!(Expr::parse("4dF").is_ok());
}

/// What advice or a note offers to write: the words behind "write", "as in" and "or" that could be dice.
fn offered(words: &str) -> Vec<String> {
    let dicey = |word: &&str| {
        let word = word.to_lowercase();
        let known = ["ro", "rr", "!n", "!!"].contains(&word.as_str());
        known
            || word.contains(|c: char| c.is_ascii_digit() || c == '%')
                && !word.chars().all(|c| c.is_ascii_digit())
    };
    let after = words
        .split(" write ")
        .skip(1)
        .chain(words.strip_prefix("write "))
        .chain(words.split("as in ").skip(1));
    let mut offered = Vec::new();
    for phrase in after {
        let phrase = phrase.split([';', ':']).next().unwrap_or_default();
        let word = |word: &str| word.trim_end_matches(',').to_owned();
        offered.extend(phrase.split(' ').take(1).filter(dicey).map(word));
    }
    offered
}

/// Whatever is offered can be read: as it stands, or behind dice.
fn can_be_read(text: &str) -> bool {
    let ways = [
        text.to_owned(),
        format!("6d10{text}"),
        format!("6d10{text}1"),
        format!("6d10>=8{text}"),
        format!("6d10{text}kh1"),
        format!("d20+{text}"),
    ];
    ways.iter().any(|way| Expr::parse(way).is_ok())
}

/// Counted by hand, or by the rules of chance.
#[test]
fn what_no_roll_can_hold() {
    let near = |text: &str, value: i32, chance: f64| {
        let found = dist(text).probability(value);
        assert!((found - chance).abs() < 1e-12, "{text}: {value} has {found}, not {chance}");
    };
    near("4dF", 4, 1.0 / 81.0);
    near("4dF", 0, 19.0 / 81.0);
    near("4dF.2+2", 6, 1.0 / 81.0);
    near("{d6,d8}kh1", 8, 1.0 / 8.0);
    near("{d6,d8}kl1", 1, 1.0 - 5.0 / 6.0 * 7.0 / 8.0);
    near("{d4,d4,d4}kh2", 8, 1.0 / 64.0 + 3.0 * 3.0 / 64.0);
    near("{4d6}kh3", 18, 21.0 / 1296.0);
    near("{2d4+d4}>=4", 3, 1.0 / 64.0);
    near("3d6<=2", 3, 1.0 / 27.0);
    near("3d6=6", 1, 75.0 / 216.0);
    near("2d10>=8f1", -2, 0.01);
    near("2d10>=8f1", 0, 0.36 + 2.0 * 0.3 * 0.1);
    near("d6min3", 3, 0.5);
    near("d6max4", 4, 0.5);
    near("d6!(>=5)", 4, 1.0 / 6.0);
    near("d6!(>=5)", 6, 1.0 / 6.0 * 1.0 / 6.0);
    near("d6!5", 6, 1.0 / 6.0 + 1.0 / 36.0);
    near("d6!p", 6, 1.0 / 36.0);
    near("d6!p", 7, 1.0 / 36.0);
    near("2d6!>=5>=4", 0, 0.25);
    near("d20+5>=15", 1, 11.0 / 20.0);
    near("3d6>=10", 1, 0.625);
    near("(d2)d4", 1, 0.125);
    near("d(d2*2)", 4, 0.125);
    near("(1+1)d(2*3)", 12, 1.0 / 36.0);
    near("@hit = d20+5; @hit >= 15", 1, 11.0 / 20.0);
    near("@a = d6; @a-@a", 0, 1.0 / 6.0);
    near("@a=d6;@a-d4", 0, 1.0 / 6.0);
    near("@a=d6; @a-b=d4; @a-b-1", 0, 0.25);
    near("@a-b=d6; @a=d4; @a-1", 0, 0.25);
    near("2d6 # fire and brimstone", 12, 1.0 / 36.0);
    assert_eq!(dist("1000000*d6").iter().count(), 6);
    assert_eq!(dist("1000000*d6+d6").iter().count(), 36);
    assert_eq!(dist("20d20kl3").max(), 60, "however unlikely");
    assert!(dist("255d2").iter().all(|(_, p)| p <= 1.0));
    assert_eq!(Expr::parse("6x4d6kh3").unwrap().times(), 6);
}

/// Every way in which dice can fall, counted one by one.
fn brute<const DICE: usize>(
    sides: i64,
    of: impl Fn([i64; DICE]) -> i64,
) -> std::collections::BTreeMap<i32, f64> {
    let all = (sides as u64).pow(DICE as u32);
    let mut chances = std::collections::BTreeMap::new();
    for nth in 0..all {
        let mut rest = nth as i64;
        let faces = std::array::from_fn(|_| {
            let face = rest % sides + 1;
            rest /= sides;
            face
        });
        *chances.entry(of(faces) as i32).or_default() += 1.0 / all as f64;
    }
    chances
}

#[test]
fn what_other_programs_know() {
    let same = |text: &str, counted: std::collections::BTreeMap<i32, f64>| {
        let found = dist(text);
        assert_eq!(found.iter().count(), counted.len(), "{text}");
        for (value, chance) in counted {
            let p = found.probability(value);
            assert!((p - chance).abs() < 1e-12, "{text}: {value} has {p}, not {chance}");
        }
    };
    let yes = i64::from;
    same("floor(d6/2)", brute(6, |[a]| a / 2));
    same("ceil(d6/4)", brute(6, |[a]| (a + 3) / 4));
    same("round(d6/4)", brute(6, |[a]| (a + 2) / 4));
    same("abs(d6-d6)", brute(6, |[a, b]| (a - b).abs()));
    same("max(2d6,7)", brute(6, |[a, b]| (a + b).max(7)));
    same("min(d6,d6,3)*2", brute(6, |[a, b]| a.min(b).min(3) * 2));
    same("2d6%3", brute(6, |[a, b]| (a + b) % 3));
    same("d6**2-d6", brute(6, |[a, b]| a * a - b));
    same("1.5*d6", brute(6, |[a]| 3 * a / 2));
    same(".5*d6+.5*d6", brute(6, |[a, b]| (a + b) / 2));
    same("{d6/2,1}kh1*2", brute(6, |[a]| a.max(2)));
    same("{d6/2,d6/2}kh1*2", brute(6, |[a, b]| a.max(b)));
    same("{d6/2,d6/2}>=3", brute(6, |[a, b]| yes(a == 6) + yes(b == 6)));
    // Above 2 is whatever is not 2 or less, fractions too.
    same("d6/2>2", brute(6, |[a]| yes(a > 4)));
    same("d6/2<2", brute(6, |[a]| yes(a < 4)));
    same("d6+1!=4", brute(6, |[a]| yes(a != 3)));
    same("d6+1==4", brute(6, |[a]| yes(a == 3)));
    same("3d6<>3", brute(6, |dice: [i64; 3]| dice.iter().map(|a| yes(*a != 3)).sum()));
    same("d6+5>=d6+7", brute(6, |[a, b]| yes(a >= b + 2)));
    same("d6+5>=2+7", brute(6, |[a]| yes(a >= 4)));
    same("3d6odd", brute(6, |dice: [i64; 3]| dice.iter().map(|a| a % 2).sum()));
    same("3d6cs6cs1", brute(6, |dice: [i64; 3]| dice.iter().map(|a| yes([1, 6].contains(a))).sum()));
    same("2d6r1r3", brute(4, |dice: [i64; 2]| dice.iter().map(|a| [2, 4, 5, 6][*a as usize - 1]).sum()));
    same("d6!o", brute(6, |[a, b]| if a == 6 { a + b } else { a }));
    same("2d6ra1", brute(6, |[a, b, c, d]| a + yes(a == 1) * c + b + yes(b == 1) * d));
    same("2d{0,0,5}", brute(3, |dice: [i64; 2]| dice.iter().map(|a| if *a == 3 { 5 } else { 0 }).sum()));
    same("d{1..3,7}", brute(4, |[a]| if a == 4 { 7 } else { a }));
    same("2dF.1", brute(6, |dice: [i64; 2]| dice.iter().map(|a| yes(*a == 6) - yes(*a == 1)).sum()));
    same("(d3)d3kh1", brute(3, |[n, a, b, c]| [a, b, c].into_iter().take(n as usize).max().unwrap_or(0)));
    same("(d2)d6>=5", brute(6, |[n, a, b]| yes(a >= 5) + yes(n > 3 && b >= 5)));
    same("(2d6,d6)kh1", brute(6, |[a, b, c]| (a + b).max(c)));
    assert_eq!(Expr::parse("6#4d6kh3"), Expr::parse("6x4d6kh3"));
    for written in ["/roll 2d6+1", "!r 2d6+1", "[[2d6]]+1", "2d6 /* fire */ + 1", "2d6+1 # fire"] {
        assert_eq!(normal(written), "2d6+1", "{written}");
    }
}

/// Where extra dice are dice of their own, the highest of them is never above the highest face.
#[test]
fn extra_dice_are_kept_for_themselves() {
    let best = dist("3d6!nkh1");
    assert_eq!((best.min(), best.max()), (1, 6));
    assert!((best.probability(6) - (1.0 - (5.0_f64 / 6.0).powi(3))).abs() < 1e-12);
    // Two sixes: two dice of three, or one with another behind it.
    let mut dice = crate::Seeded::new(5);
    let expr = Expr::parse("3d6!nkh2").unwrap();
    let many = 40_000;
    let sum: i64 = (0..many).map(|_| i64::from(expr.evaluate(Why::table("any"), &mut dice))).sum();
    let counted = expr.dist().unwrap();
    let error = 4.0 * counted.sd() / f64::from(many).sqrt();
    assert!((sum as f64 / f64::from(many) - counted.mean()).abs() < error);
    assert!(dist("3d6!kh1").max() > 6, "added to the same die");
    let notes = Expr::read("3d6!kh1", Dialect::Fracas).unwrap().1;
    assert!(notes.iter().any(|note| note.contains("!n")), "{notes:?}");
}

#[test]
fn other_dialects() {
    use Dialect::{Avrae, Foundry, Roll20};
    assert_eq!(elsewhere("3d6!>4", Roll20), "3d6!(>=4)");
    assert_eq!(elsewhere("3d6!>4", Foundry), "3d6!(>=5)");
    assert_eq!(elsewhere("5d6>4", Roll20), "5d6>=4");
    assert_eq!(elsewhere("4d6d1", Roll20), "4d6kh3");
    assert_eq!(elsewhere("2d6r<2", Roll20), "2d6r<=2");
    assert_eq!(elsewhere("2d6r1", Foundry), "2d6ro=1");
    assert_eq!(elsewhere("2d6rr1", Foundry), "2d6r=1");
    assert_eq!(elsewhere("4d6k3", Avrae), "4d6keep(=3)");
    assert_eq!(elsewhere("4d6p<3", Avrae), "4d6drop(<=2)");
    assert_eq!(elsewhere("4d6kh3", Avrae), "4d6kh3");
    assert_eq!(elsewhere("3d20cs>10", Roll20), "3d20", "it marks dice and changes nothing");
    assert_eq!(elsewhere("d20cs20cf1", Roll20), "d20");
    assert_eq!(elsewhere("4d6!kh3", Roll20), "4d6!nkh3");
    assert_eq!(elsewhere("4d6xo6", Foundry), "4d6!o(=6)");
    assert_eq!(elsewhere("5d6cf1", Foundry), "5d6=1");
    assert_eq!(elsewhere("2d6r1r2", Foundry), "2d6ro=1|2");
    assert_eq!(elsewhere("4d6even", Foundry), "4d6=2|4|6");
    assert_eq!(elsewhere("4d6k1k6", Avrae), "4d6keep(=1|6)");
    assert_eq!(elsewhere("4d6pl1", Avrae), "4d6kh3");
    assert_eq!(elsewhere("4d6ra6", Avrae), "4d6!o(=6)");
    assert_eq!(elsewhere("d20//2", Avrae), "floor(d20/2)");
    assert_eq!(elsewhere("3d6>=5", Avrae), "(3d6)>=5", "always of the total");
    assert_eq!(elsewhere("d20 != 15", Avrae), "(d20)<>15");
    assert_eq!(elsewhere("(1d4,2+2,3d6kl1)kh1", Avrae), "{d4,4,3d6kl1}kh1");
    assert!((dist("4d6keep(=3)").mean() - 2.0).abs() < 1e-12);
}

/// What others would read differently is said, with a spelling that means the other thing here.
#[test]
fn disagreements_are_told() {
    let notes = |text: &str| Expr::read(text, Dialect::Fracas).unwrap().1;
    assert_eq!(
        notes("3d6!>4"),
        [
            "“!>4” explodes on the highest face and counts here; on Roll20 it explodes on >=4, for that write !(>=4), \
          and on Foundry on >=5, for that write !(>=5)"
        ]
    );
    assert!(
        notes("3d6!>=4")[0].ends_with("on Roll20 and Foundry it explodes on these: for that write !(>=4)")
    );
    assert!(
        notes("3d6!<3kh1")[0].ends_with("on <=3 on Roll20: for that write !(<=3)"),
        "{:?}",
        notes("3d6!<3kh1")
    );
    // What is offered is what they mean.
    for (dialect, other) in [(Dialect::Roll20, "3d6!(>=4)"), (Dialect::Foundry, "3d6!(>=5)")] {
        assert_eq!(elsewhere("3d6!>4", dialect), normal(other));
    }
    assert_eq!(notes("3d6>4").len(), 1);
    assert_eq!(notes("2d6r<2").len(), 2);
    assert_eq!(notes("4d6k3").len(), 1);
    assert_eq!(notes("3d20cs>=10").len(), 1);
    assert!(notes("d20+d8>=5")[0].contains("(d20+d8)>=5"), "the total may be meant");
    for plain in ["4d6kh3", "6d12>=8", "-6d12>=8", "d20+d4>=15", "(d20+d8)>=5", "2d6ro<=2", "d20+5>=15"] {
        assert!(notes(plain).is_empty(), "{plain}: {:?}", notes(plain));
    }
    assert!(Expr::read("3d6!>4", Dialect::Roll20).unwrap().1.is_empty());
}

#[test]
fn labels_stand_behind_advantage_too() {
    assert_eq!(normal("d20 adv[to hit]"), "adv d20[to hit]");
    assert_eq!(normal("d20[a vs b]+1"), "d20[a vs b]+1");
}

#[test]
fn wrong_ways_to_say_more() {
    for (text, what) in [
        ("{d6", "this group is not closed"),
        ("{d6,d8}kh3", "cannot keep 3 of 2"),
        ("{d6,d8}!", "a group can be kept"),
        ("@hit", "@hit stands for nothing"),
        ("@a = d6", "a ; should end"),
        ("@a = d6; @a = d8; @a", "@a stands for something already"),
        ("@a = d6; @ab-@a", "@ab- stands for nothing"),
        ("4d6p<3", "p drops dice on Avrae"),
        ("(d6-4)d6", "this could be too many dice"),
        ("d(d6-1)", "there may be no such die"),
        ("d6!(>=1)", "this die would be rolled again for ever"),
        ("200x4d6", "cannot roll 200 times"),
        ("5d10f1", "failures are taken off"),
        ("4dF.3", "no fudge dice are called so"),
        ("2x6", "there are no dice to roll several times"),
        ("d{}", "what stands on this side"),
        ("d{1,2", "this die has no list"),
        ("(d6-4)%3", "what is left of something below 0"),
        ("2d6%0", "which number is it divided by"),
        ("d6**d6", "which power"),
        ("2000*d1000**2", "the result could be too far from 0"),
        ("1.", "this is not a number"),
        ("floor 3", "a bracket should stand here"),
        ("(d4)d6dl1", "how many are dropped depends"),
        ("4d6!n(=3)kh1", "extra dice are kept or dropped"),
        ("d200odd", "these dice cannot be counted"),
        ("noon", "“noon” means nothing here"),
        ("d6min", "which value"),
    ] {
        let (_, says) = wrong(text);
        assert!(says.starts_with(what), "{text}: {says}");
    }
}
