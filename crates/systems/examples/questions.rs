fn main() {
    let name = std::env::args().nth(1).unwrap();
    let system = fracas_systems::System::ALL.iter().copied().find(|s| s.name() == name).unwrap();
    let start = std::time::Instant::now();
    let survey = fracas_systems::survey(system);
    eprintln!("{:?}", start.elapsed());
    for q in survey.questions() {
        println!("{:?}\t{}\t{:?}\t{:?}\t{:?}\t{:?}\t{:?}", q.file, q.path, q.needed, q.forms, q.items, q.absent, q.example);
    }
}
