"""What hot doors and cold layers share: keys, folds, price arithmetic; imports almost nothing."""
