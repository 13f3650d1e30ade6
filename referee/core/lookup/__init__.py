"""What a referee looks up: offences and procedures found by words, with the gist of each."""
